import { expect, it } from 'vitest';
import { readHead } from './request-head.ts';

const lines = (...all: string[]) => Buffer.from([...all, '', 'body'].join('\r\n'), 'latin1');
const PLAIN = ['POST /hook HTTP/1.1', 'Host: localhost:1', 'Content-Length: 4'];

it('reads what agents send', () => {
  const head = [
    'POST /hook?project=/a%20b&event=Stop HTTP/1.1',
    'host:\t127.0.0.1:4680 ',
    'X-Empty:',
    'Authorization: Bearer a b',
    'connection: Keep-Alive',
    'CONTENT-LENGTH: 12',
  ];
  expect(readHead(lines(...head, ''))).toEqual({
    query: 'project=/a%20b&event=Stop',
    caller: { host: '127.0.0.1:4680', origin: undefined, authorization: 'Bearer a b' },
    headLength: head.join('\r\n').length + 4,
    bodyLength: 12,
  });
});

it.each<[string, string[]]>([
  ['another path', ['POST /hooks HTTP/1.1', ...PLAIN.slice(1)]],
  ['another method', ['PUT /hook HTTP/1.1', ...PLAIN.slice(1)]],
  ['another version', ['POST /hook HTTP/1.0', ...PLAIN.slice(1)]],
  ['two question marks', ['POST /hook?a?b HTTP/1.1', ...PLAIN.slice(1)]],
  ['a fragment', ['POST /hook#a HTTP/1.1', ...PLAIN.slice(1)]],
  ['an address with other bytes', ['POST /hook?a=\xe4 HTTP/1.1', ...PLAIN.slice(1)]],
  ['two spaces', ['POST  /hook HTTP/1.1', ...PLAIN.slice(1)]],
  ['no length', PLAIN.slice(0, 2)],
  ['two lengths', [...PLAIN, 'content-length: 4']],
  ['a length that is no plain number', [...PLAIN.slice(0, 2), 'Content-Length: +4']],
  ['a list of lengths', [...PLAIN.slice(0, 2), 'Content-Length: 4, 4']],
  ['a length of nothing', [...PLAIN.slice(0, 2), 'Content-Length: 0']],
  ['a length beyond all bounds', [...PLAIN.slice(0, 2), 'Content-Length: 123456789']],
  ['a length and chunks', [...PLAIN, 'Transfer-Encoding: chunked']],
  ['a wish to be told to go on', [...PLAIN, 'Expect: 100-continue']],
  ['a wish for another protocol', [...PLAIN, 'Upgrade: websocket']],
  ['a last request', [...PLAIN, 'Connection: close']],
  ['a last request for a proxy', [...PLAIN, 'Proxy-Connection: close']],
  ['two hosts', [...PLAIN, 'Host: localhost']],
  ['a folded line', [...PLAIN, 'X: a', ' b']],
  ['a space before the colon', [...PLAIN, 'X : a']],
  ['a line without a colon', [...PLAIN, 'X']],
  ['a line feed alone', [...PLAIN, 'X: a\nTransfer-Encoding: chunked']],
  ['a carriage return alone', [...PLAIN, 'X: a\rTransfer-Encoding: chunked']],
  ['a byte of no character', [...PLAIN, 'X: \0']],
  ['a byte beyond ASCII', [...PLAIN, 'X: \xe4']],
  ['a head of many kilobytes', [...PLAIN, `X: ${'a'.repeat(9000)}`]],
])('leaves to node:http: %s', (_, head) => {
  expect(readHead(lines(...PLAIN, ''))).not.toBeNull();
  expect(readHead(lines(...head, ''))).toBeNull();
});

it('leaves to node:http: a head that is not complete', () => {
  expect(readHead(Buffer.from(PLAIN.join('\r\n')))).toBeNull();
});
