// What did I miss? asks from when this phone was last put away, if that was since its page came.
let away = 0;
document.addEventListener('visibilitychange', () => { if (document.hidden) away = Date.now(); });
document.addEventListener('click', (tap) => {
  const link = away && tap.target.closest('#missed');
  if (link) link.search = `?s=${Math.ceil((Date.now() - away) / 1000)}`;
});
