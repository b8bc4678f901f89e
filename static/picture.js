// A question that opens below the edge of the screen comes up to be read.
document.addEventListener('toggle', tap => { if (tap.target.open) tap.target.scrollIntoView({ block: 'nearest' }); }, true);

// The picture of the evening as a PNG: drawn by this browser from the SVG that the link leads to.
document.addEventListener('click', async (tap) => {
  const link = tap.target.closest('a[href$="/picture.svg"]');
  if (!link) return;
  tap.preventDefault();
  const picture = new Image(1200, 1500), sheet = document.createElement('canvas'), save = document.createElement('a');
  picture.src = link.href;
  await picture.decode();
  [sheet.width, sheet.height] = [1200, 1500];
  sheet.getContext('2d').drawImage(picture, 0, 0, 1200, 1500);
  save.href = sheet.toDataURL('image/png');
  save.download = `${link.pathname.split('/')[2]}.png`;
  save.click();
});
