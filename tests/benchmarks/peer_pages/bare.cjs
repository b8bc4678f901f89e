// The limit: a page with a number and a button; a request, a byte synced to disk, the number sent down every stream. node bare.cjs FOLDER
const http = require('http'), fs = require('fs'), path = require('path');
const file = fs.openSync(path.join(process.argv[2], 'bytes'), 'a'), streams = new Set();
let taps = 0;
const page = `<!doctype html><meta charset=utf-8><div id=bid data-taps=0>0</div><button id=one>+1</button><script>
const box = document.getElementById('bid'); new EventSource('/stream').onmessage = e => { box.textContent = e.data; box.dataset.taps = e.data };
document.getElementById('one').onclick = () => fetch('/tap', { method: 'POST' });</script>`;
http.createServer((asked, answer) => {
  if (asked.url === '/stream') {
    answer.writeHead(200, { 'Content-Type': 'text/event-stream' }); answer.write(': hi\n\n');
    streams.add(answer); asked.on('close', () => streams.delete(answer));
    return;
  }
  if (asked.url === '/tap') {
    fs.writeSync(file, 'x'); fs.fdatasyncSync(file); taps++;
    for (const stream of streams) stream.write(`data: ${taps}\n\n`);
    answer.writeHead(204); answer.end();
    return;
  }
  answer.writeHead(200, { 'Content-Type': 'text/html' }); answer.end(page);
}).listen(0, '127.0.0.1', function () { process.stdout.write(JSON.stringify({ port: this.address().port }) + '\n') });
