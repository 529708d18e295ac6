/** What an operating system says about a file or a program, in words. They complete "it cannot be read: …". */
const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of its path is not a directory',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  ELOOP: 'its links form a loop',
  ENAMETOOLONG: 'its name is too long',
  ENOTEMPTY: 'the directory is not empty',
  EEXIST: 'it exists already',
  EBUSY: 'another program uses it',
  ETXTBSY: 'another program uses it',
  EIO: 'the disk reports an error',
  ENXIO: 'it is not a regular file',
  ENOEXEC: 'it is neither a program nor a script with #!',
  E2BIG: 'its arguments are too long',
  ENOMEM: 'there is not enough memory',
  ETIMEDOUT: 'no answer in time',
  ECONNREFUSED: 'nothing answers there',
  ECONNRESET: 'the connection was closed',
  ENOTFOUND: 'there is no such host',
  EADDRINUSE: 'the address is in use',
  EADDRNOTAVAIL: 'this machine does not have the address',
};

/** An error of the operating system in words; any other error by its message. */
export function wordTrouble(error: unknown): string {
  const { code, message = String(error) } = (error ?? {}) as { code?: unknown; message?: string };
  const named = typeof code === 'string' ? code : CODE.exec(message)?.[0];
  const wording = named === undefined ? undefined : WORDS[named];
  if (wording !== undefined) return wording;
  // "EFOO: some words, open '/path'"
  return /^E[A-Z\d]+: (.*?)(?:, \w+(?: '.*')?)?$/s.exec(message)?.[1] ?? message;
}

const CODE = /\bE[A-Z\d]{3,}\b/;

/** The same with the file that it is about, where the error names one: for sentences that do not. */
export function wordTroubleAt(error: unknown): string {
  const { path, message = '' } = (error ?? {}) as { path?: unknown; message?: string };
  // The native host has the path in the message alone.
  const file = typeof path === 'string' ? path : /^E[A-Z\d]+: .*, \w+ '(.*)'$/s.exec(message)?.[1];
  return file === undefined ? wordTrouble(error) : `${file}: ${wordTrouble(error)}`;
}
