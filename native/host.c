/*
 * The machine under the native dispatcher: QuickJS, an allocator, and the system calls that src/system/native asks for.
 *
 * On Linux the executable holds an image of its memory as it was after the program had been loaded: `dispatcher --take-image BYTECODE POLICY FILE`, run once by native/build.mjs,
 * reads the bytecode, evaluates it, lets it judge some usual events by POLICY, and writes the arena to FILE, which then becomes the section `.arena`. A hook starts where that
 * ended, with every table built. native/README.md explains why this works. layout.h, which may be deleted, orders the image so that a hook touches fewer pages.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "quickjs.h"
#include "sha256.h"

extern char **environ;

/* ---- memory ---------------------------------------------------------------------------------------------------------------------------------- */

#define STACK_LIMIT ((size_t)6 << 20)
#define MEMORY_LIMIT ((size_t)1 << 30)
#define COLLECT_FROM ((size_t)48 << 20)

typedef struct Block {
  uint64_t size; /* of what the caller may use */
} Block;

#define SMALL 1024
#define CLASSES (SMALL / 16 + 1 + 2 * 40)

typedef struct Memory {
  uint8_t *next, *end;
  Block *free[CLASSES];
  JSRuntime *runtime;
  JSContext *context;
  JSValue run, failed;
  int loaded;
} Memory;

#ifndef ARENA_SIZE
#define ARENA_SIZE (32u << 20)
#endif
__attribute__((section(".arena"), aligned(4096))) uint8_t arena[ARENA_SIZE] = {1};
/* What a usual event needs; larger ones get more from the system. */
static uint8_t heap[1 << 20] __attribute__((aligned(4096)));

#define memory ((Memory *)arena)
#define HEAD ((sizeof(Memory) + 63) & ~(size_t)63)

/* Up to SMALL in steps of 16, then two sizes for each power of two. */
static inline int class_of(size_t total, size_t *rounded) {
  if (total <= SMALL) {
    *rounded = (total + 15) & ~(size_t)15;
    return (int)(*rounded / 16);
  }
  int power = 63 - __builtin_clzll(total - 1); /* 2^power < total <= 2^(power+1) */
  size_t half = ((size_t)3 << power) >> 1;
  if (total <= half) {
    *rounded = half;
    return SMALL / 16 + 1 + 2 * (power - 10);
  }
  *rounded = (size_t)2 << power;
  return SMALL / 16 + 2 + 2 * (power - 10);
}

#if defined(IMAGE) && __has_include("layout.h")
#define LAYOUT
#include "layout.h"
#endif

static int more_memory(size_t wanted) {
  size_t chunk = wanted > ((size_t)4 << 20) ? (wanted + 4095) & ~(size_t)4095 : (size_t)4 << 20;
  void *got = mmap(NULL, chunk, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (got == MAP_FAILED) return 0;
  memory->next = got;
  memory->end = memory->next + chunk;
  return 1;
}

static void *allocate(JSMallocState *state, size_t size) {
  size_t rounded;
  int class = class_of(size + sizeof(Block), &rounded);
  if (state->malloc_size + size > state->malloc_limit) return NULL;
  Block *block = memory->free[class];
  if (block != NULL) {
    memory->free[class] = *(Block **)(block + 1);
#ifdef LAYOUT
  } else if (placement != AS_IT_COMES) {
    block = placement == TRACING ? trace_block(class, rounded) : place_block(class, rounded);
    block->size = rounded - sizeof(Block);
    asked++;
#endif
  } else {
    if ((size_t)(memory->end - memory->next) < rounded && !more_memory(rounded)) return NULL;
    block = (Block *)memory->next;
    memory->next += rounded;
    block->size = rounded - sizeof(Block);
  }
  state->malloc_count++;
  state->malloc_size += rounded;
  return block + 1;
}

static void release(JSMallocState *state, void *pointer) {
  if (pointer == NULL) return;
  Block *block = (Block *)pointer - 1;
  size_t rounded;
  int class = class_of(block->size + sizeof(Block), &rounded);
  state->malloc_count--;
  state->malloc_size -= rounded;
#ifdef LAYOUT
  if (placement != AS_IT_COMES) {
    if (placement == TRACING) untrace_block(block, class, rounded);
    else free(block);
    return;
  }
#endif
  *(Block **)pointer = memory->free[class];
  memory->free[class] = block;
}

static void *reallocate(JSMallocState *state, void *pointer, size_t size) {
  if (pointer == NULL) return size == 0 ? NULL : allocate(state, size);
  if (size == 0) {
    release(state, pointer);
    return NULL;
  }
  size_t had = ((Block *)pointer - 1)->size;
  if (size <= had) return pointer;
  void *moved = allocate(state, size);
  if (moved == NULL) return NULL;
  memcpy(moved, pointer, had);
  release(state, pointer);
  return moved;
}

static size_t usable(const void *pointer) {
  return ((const Block *)pointer - 1)->size;
}

static const JSMallocFunctions ALLOCATOR = {allocate, release, reallocate, usable};

/* ---- text ------------------------------------------------------------------------------------------------------------------------------------ */

/* How many bytes at `at` form a well-formed character, 0 if they do not; *bad is then how many make up one U+FFFD, as the Encoding standard counts. */
static int character(const uint8_t *at, size_t left, int *bad) {
  uint8_t first = at[0];
  int length = first >= 0xc2 && first <= 0xdf ? 2 : first >= 0xe0 && first <= 0xef ? 3 : first >= 0xf0 && first <= 0xf4 ? 4 : 0;
  *bad = 1;
  if (first < 0x80) return 1;
  for (int i = 1; i < length; i++) {
    uint8_t low = 0x80, high = 0xbf;
    if (i == 1) {
      if (first == 0xe0) low = 0xa0;
      if (first == 0xed) high = 0x9f;
      if (first == 0xf0) low = 0x90;
      if (first == 0xf4) high = 0x8f;
    }
    if ((size_t)i >= left || at[i] < low || at[i] > high) {
      *bad = i;
      return 0;
    }
  }
  return length;
}

/* How many bytes at the front are ASCII. */
static size_t ascii_length(const uint8_t *bytes, size_t length) {
  size_t at = 0;
  for (uint64_t eight; at + 8 <= length; at += 8) {
    memcpy(&eight, bytes + at, 8);
    if (eight & 0x8080808080808080u) break;
  }
  while (at < length && bytes[at] < 0x80) at++;
  return at;
}

/* Bytes from outside, decoded as Node does: what is not UTF-8 becomes U+FFFD. */
static JSValue text_of(JSContext *ctx, const uint8_t *bytes, size_t length) {
  size_t at = ascii_length(bytes, length);
  int bad;
  while (at < length) {
    int good = character(bytes + at, length - at, &bad);
    if (good == 0) break;
    at += good;
  }
  if (at == length) return JS_NewStringLen(ctx, (const char *)bytes, length);
  uint8_t *clean = malloc(length * 3 + 1);
  if (clean == NULL) return JS_ThrowOutOfMemory(ctx);
  size_t out = 0;
  for (at = 0; at < length;) {
    int good = character(bytes + at, length - at, &bad);
    if (good > 0) {
      memcpy(clean + out, bytes + at, good);
      at += good;
      out += good;
    } else {
      memcpy(clean + out, "\xef\xbf\xbd", 3);
      at += bad;
      out += 3;
    }
  }
  JSValue text = JS_NewStringLen(ctx, (const char *)clean, out);
  free(clean);
  return text;
}

/* A string as bytes; half a surrogate pair becomes U+FFFD, as in Node. Freed with JS_FreeCString. */
static const char *bytes_of(JSContext *ctx, size_t *length, JSValueConst value) {
  char *bytes = (char *)JS_ToCStringLen(ctx, length, value);
  if (bytes == NULL) return NULL;
  for (char *at = bytes, *end = bytes + *length; (at = memchr(at, 0xed, end - at)) != NULL; at++) {
    if (at + 2 < end && (uint8_t)at[1] >= 0xa0) memcpy(at, "\xef\xbf\xbd", 3);
  }
  return bytes;
}

/* ---- errors ---------------------------------------------------------------------------------------------------------------------------------- */

static const struct {
  int number;
  const char *code, *words;
} ERRORS[] = {
    {ENOENT, "ENOENT", "no such file or directory"},
    {EACCES, "EACCES", "permission denied"},
    {EPERM, "EPERM", "operation not permitted"},
    {ENOTDIR, "ENOTDIR", "not a directory"},
    {EISDIR, "EISDIR", "illegal operation on a directory"},
    {EEXIST, "EEXIST", "file already exists"},
    {ELOOP, "ELOOP", "too many symbolic links encountered"},
    {ENAMETOOLONG, "ENAMETOOLONG", "name too long"},
    {ENOSPC, "ENOSPC", "no space left on device"},
    {EROFS, "EROFS", "read-only file system"},
    {EMFILE, "EMFILE", "too many open files"},
    {ENFILE, "ENFILE", "file table overflow"},
    {EIO, "EIO", "i/o error"},
    {ENXIO, "ENXIO", "no such device or address"},
    {ENODEV, "ENODEV", "no such device"},
    {EINVAL, "EINVAL", "invalid argument"},
    {EAGAIN, "EAGAIN", "resource temporarily unavailable"},
    {EBUSY, "EBUSY", "resource busy or locked"},
    {EXDEV, "EXDEV", "cross-device link not permitted"},
    {ENOTEMPTY, "ENOTEMPTY", "directory not empty"},
    {EBADF, "EBADF", "bad file descriptor"},
    {EFBIG, "EFBIG", "file too large"},
    {EPIPE, "EPIPE", "broken pipe"},
    {ETXTBSY, "ETXTBSY", "text file is busy"},
    {ENOMEM, "ENOMEM", "not enough memory"},
};

/* The error Node would throw, word for word: messages reach people, and both hosts must say the same. */
static JSValue fail(JSContext *ctx, int number, const char *call, const char *path, const char *other) {
  const char *code = "UNKNOWN", *words = strerror(number);
  for (size_t i = 0; i < sizeof ERRORS / sizeof *ERRORS; i++) {
    if (ERRORS[i].number == number) {
      code = ERRORS[i].code;
      words = ERRORS[i].words;
    }
  }
  size_t room = strlen(words) + strlen(call) + (path ? strlen(path) : 0) + (other ? strlen(other) : 0) + 64;
  char *message = malloc(room);
  if (message == NULL) return JS_ThrowOutOfMemory(ctx);
  int length = snprintf(message, room, "%s: %s, %s", code, words, call);
  if (path != NULL) length += snprintf(message + length, room - length, " '%s'", path);
  if (other != NULL) length += snprintf(message + length, room - length, " -> '%s'", other);
  JSValue error = JS_NewError(ctx);
  JS_DefinePropertyValueStr(ctx, error, "message", text_of(ctx, (uint8_t *)message, length), JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
  JS_SetPropertyStr(ctx, error, "code", JS_NewString(ctx, code));
  JS_SetPropertyStr(ctx, error, "syscall", JS_NewString(ctx, call));
  free(message);
  return JS_Throw(ctx, error);
}

/* A path for the system: no zero bytes. */
static const char *path_of(JSContext *ctx, JSValueConst value) {
  size_t length;
  const char *path = bytes_of(ctx, &length, value);
  if (path == NULL) return NULL;
  if (strlen(path) == length) return path;
  JS_FreeCString(ctx, path);
  JSValue error = JS_NewError(ctx);
  JS_DefinePropertyValueStr(ctx, error, "message", JS_NewString(ctx, "a path cannot hold null bytes"), JS_PROP_WRITABLE);
  JS_SetPropertyStr(ctx, error, "code", JS_NewString(ctx, "ERR_INVALID_ARG_VALUE"));
  JS_Throw(ctx, error);
  return NULL;
}

#define HOST(name) static JSValue name(JSContext *ctx, JSValueConst self, int argc, JSValueConst *argv)
#define INT(i) ({ int32_t got = 0; if (JS_ToInt32(ctx, &got, argv[i])) return JS_EXCEPTION; got; })
#define NUMBER(i) ({ double got = 0; if (JS_ToFloat64(ctx, &got, argv[i])) return JS_EXCEPTION; got; })
#define PATH(i) ({ const char *got = path_of(ctx, argv[i]); if (got == NULL) return JS_EXCEPTION; got; })

/* Ends a call on one path: its value, or the error of the system. */
static JSValue ended(JSContext *ctx, int result, const char *call, const char *path) {
  int number = errno;
  JSValue value = result < 0 ? fail(ctx, number, call, path, NULL) : JS_NewInt32(ctx, result);
  if (path != NULL) JS_FreeCString(ctx, path);
  return value;
}

/* ---- files ----------------------------------------------------------------------------------------------------------------------------------- */

HOST(host_open) {
  int flags = INT(1), mode = INT(2);
  const char *path = PATH(0);
  return ended(ctx, open(path, flags | O_CLOEXEC, mode), "open", path);
}

HOST(host_close) {
  close(INT(0));
  return JS_UNDEFINED;
}

/* [kind, mode, size, uid, mtime in ms, inode, links, device]; kind: 0 file, 1 directory, 2 anything else, 3 character device. */
static JSValue stat_value(JSContext *ctx, const struct stat *stat) {
  JSValue list = JS_NewArray(ctx);
  double time = (double)stat->st_mtim.tv_sec * 1e3 + (double)stat->st_mtim.tv_nsec / 1e6;
  int kind = S_ISREG(stat->st_mode) ? 0 : S_ISDIR(stat->st_mode) ? 1 : S_ISCHR(stat->st_mode) ? 3 : 2;
  JS_SetPropertyUint32(ctx, list, 0, JS_NewInt32(ctx, kind));
  JS_SetPropertyUint32(ctx, list, 1, JS_NewInt32(ctx, stat->st_mode));
  JS_SetPropertyUint32(ctx, list, 2, JS_NewInt64(ctx, stat->st_size));
  JS_SetPropertyUint32(ctx, list, 3, JS_NewInt64(ctx, stat->st_uid));
  JS_SetPropertyUint32(ctx, list, 4, JS_NewFloat64(ctx, time));
  JS_SetPropertyUint32(ctx, list, 5, JS_NewFloat64(ctx, (double)stat->st_ino));
  JS_SetPropertyUint32(ctx, list, 6, JS_NewFloat64(ctx, (double)stat->st_nlink));
  JS_SetPropertyUint32(ctx, list, 7, JS_NewFloat64(ctx, (double)stat->st_dev));
  return list;
}

/* Null where there is no such file, which is a usual answer: an error costs more than the question. */
static JSValue looked_at(JSContext *ctx, int result, const struct stat *found, const char *call, const char *path) {
  if (result < 0 && errno != ENOENT && errno != ENOTDIR) return ended(ctx, result, call, path);
  JS_FreeCString(ctx, path);
  return result < 0 ? JS_NULL : stat_value(ctx, found);
}

HOST(host_stat) {
  struct stat found;
  const char *path = PATH(0);
  return looked_at(ctx, stat(path, &found), &found, "stat", path);
}

HOST(host_lstat) {
  struct stat found;
  const char *path = PATH(0);
  return looked_at(ctx, lstat(path, &found), &found, "lstat", path);
}

HOST(host_fstat) {
  struct stat found;
  if (fstat(INT(0), &found) < 0) return fail(ctx, errno, "fstat", NULL, NULL);
  return stat_value(ctx, &found);
}

HOST(host_stamp) {
  struct stat found;
  const char *path = PATH(0);
  int result = stat(path, &found), number = errno;
  JS_FreeCString(ctx, path);
  if (result < 0) return number == ENOENT || number == ENOTDIR ? JS_NULL : JS_NewString(ctx, "unreadable");
  char stamp[128];
  long long modified = found.st_mtim.tv_sec * 1000000000LL + found.st_mtim.tv_nsec;
  long long changed = found.st_ctim.tv_sec * 1000000000LL + found.st_ctim.tv_nsec;
  int length = snprintf(stamp, sizeof stamp, "%lld %lld %lld %llu", (long long)found.st_size, modified, changed,
                        (unsigned long long)found.st_ino);
  return JS_NewStringLen(ctx, stamp, length);
}

/* From `from`, at most `most` bytes, up to the end of the file; -1 reads on from where the file stands. */
HOST(host_read_text) {
  int file = INT(0);
  int64_t from = (int64_t)NUMBER(1);
  double limit = NUMBER(2);
  size_t most = limit < 1e15 ? (size_t)limit : SIZE_MAX / 4, length = 0, room = 64 << 10;
  struct stat found;
  if (fstat(file, &found) == 0 && S_ISREG(found.st_mode) && found.st_size > 0) room = (size_t)found.st_size + 1;
  if (room > most) room = most;
  uint8_t small[16 << 10], *bytes = room <= sizeof small ? small : malloc(room);
  if (bytes == NULL) return JS_ThrowOutOfMemory(ctx);
  JSValue text = JS_UNDEFINED;
  while (length < most) {
    if (length == room) {
      size_t wider = room * 2 > most ? most : room * 2;
      uint8_t *moved = malloc(wider);
      if (moved == NULL) {
        text = JS_ThrowOutOfMemory(ctx);
        break;
      }
      memcpy(moved, bytes, length);
      if (bytes != small) free(bytes);
      bytes = moved;
      room = wider;
    }
    ssize_t got = from < 0 ? read(file, bytes + length, room - length) : pread(file, bytes + length, room - length, from + length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) text = fail(ctx, errno, "read", NULL, NULL);
    if (got <= 0) break;
    length += got;
  }
  if (!JS_IsException(text)) text = text_of(ctx, bytes, length);
  if (bytes != small) free(bytes);
  return text;
}

/* The bytes between two places, one character for each. */
HOST(host_read_bytes) {
  int file = INT(0);
  double from = NUMBER(1), to = NUMBER(2);
  size_t wanted = to > from ? (size_t)(to - from) : 0, length = 0, out = 0;
  uint8_t small[8 << 10], *bytes = wanted <= sizeof small ? small : malloc(wanted), *text = NULL;
  if (bytes == NULL) return JS_ThrowOutOfMemory(ctx);
  JSValue value = JS_UNDEFINED;
  while (length < wanted) {
    ssize_t got = pread(file, bytes + length, wanted - length, (off_t)from + length);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) value = fail(ctx, errno, "read", NULL, NULL);
    if (got <= 0) break;
    length += got;
  }
  if (JS_IsException(value)) {
  } else if (ascii_length(bytes, length) == length) value = JS_NewStringLen(ctx, (char *)bytes, length);
  else if ((text = malloc(length * 2)) == NULL) value = JS_ThrowOutOfMemory(ctx);
  else {
    for (size_t i = 0; i < length; i++) {
      if (bytes[i] >= 0x80) text[out++] = 0xc0 | bytes[i] >> 6;
      text[out++] = bytes[i] >= 0x80 ? 0x80 | (bytes[i] & 0x3f) : bytes[i];
    }
    value = JS_NewStringLen(ctx, (char *)text, out);
  }
  free(text);
  if (bytes != small) free(bytes);
  return value;
}

/* One write; how many bytes went out. */
HOST(host_write) {
  size_t length;
  int file = INT(0);
  const char *bytes = bytes_of(ctx, &length, argv[1]);
  if (bytes == NULL) return JS_EXCEPTION;
  ssize_t wrote = write(file, bytes, length);
  int number = errno;
  JS_FreeCString(ctx, bytes);
  return wrote < 0 ? fail(ctx, number, "write", NULL, NULL) : JS_NewInt64(ctx, wrote);
}

/* All of it, waiting where nobody reads yet. A reader that has gone is no error. */
HOST(host_print) {
  size_t length, at = 0;
  int file = INT(0);
  const char *bytes = bytes_of(ctx, &length, argv[1]);
  if (bytes == NULL) return JS_EXCEPTION;
  while (at < length) {
    ssize_t wrote = write(file, bytes + at, length - at);
    if (wrote >= 0) at += wrote;
    else if (errno == EAGAIN) {
      struct pollfd wait = {.fd = file, .events = POLLOUT};
      poll(&wait, 1, 1000);
    } else if (errno != EINTR) break;
  }
  int number = errno;
  JS_FreeCString(ctx, bytes);
  return at < length && number != EPIPE ? fail(ctx, number, "write", NULL, NULL) : JS_UNDEFINED;
}

HOST(host_decode) {
  size_t offset, length, size, step;
  JSValue buffer = JS_GetTypedArrayBuffer(ctx, argv[0], &offset, &length, &step);
  if (JS_IsException(buffer)) return JS_EXCEPTION;
  uint8_t *bytes = JS_GetArrayBuffer(ctx, &size, buffer);
  JSValue text = bytes == NULL ? JS_NewString(ctx, "") : text_of(ctx, bytes + offset, length);
  JS_FreeValue(ctx, buffer);
  return text;
}

HOST(host_mkdir) {
  int mode = INT(1);
  const char *path = PATH(0);
  return ended(ctx, mkdir(path, mode), "mkdir", path);
}

HOST(host_unlink) {
  const char *path = PATH(0);
  return ended(ctx, unlink(path), "unlink", path);
}

HOST(host_rmdir) {
  const char *path = PATH(0);
  return ended(ctx, rmdir(path), "rmdir", path);
}

HOST(host_access) {
  int mode = INT(1);
  const char *path = PATH(0);
  return ended(ctx, access(path, mode), "access", path);
}

/* Whether there is anything: what is often not there is asked for without an error. */
HOST(host_exists) {
  const char *path = PATH(0);
  int there = access(path, F_OK) == 0;
  JS_FreeCString(ctx, path);
  return JS_NewBool(ctx, there);
}

HOST(host_rename) {
  const char *from = PATH(0);
  const char *to = path_of(ctx, argv[1]);
  if (to == NULL) {
    JS_FreeCString(ctx, from);
    return JS_EXCEPTION;
  }
  JSValue value = rename(from, to) < 0 ? fail(ctx, errno, "rename", from, to) : JS_UNDEFINED;
  JS_FreeCString(ctx, from);
  JS_FreeCString(ctx, to);
  return value;
}

HOST(host_realpath) {
  const char *path = PATH(0);
  char real[PATH_MAX];
  if (realpath(path, real) == NULL) return ended(ctx, -1, "realpath", path);
  JS_FreeCString(ctx, path);
  return text_of(ctx, (uint8_t *)real, strlen(real));
}

HOST(host_readdir) {
  const char *path = PATH(0);
  DIR *directory = opendir(path);
  if (directory == NULL) return ended(ctx, -1, "scandir", path);
  JS_FreeCString(ctx, path);
  JSValue names = JS_NewArray(ctx);
  uint32_t count = 0;
  for (struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    JS_SetPropertyUint32(ctx, names, count++, text_of(ctx, (uint8_t *)entry->d_name, strlen(entry->d_name)));
  }
  closedir(directory);
  return names;
}

/* [count, 1 at the end of the file]; stops after `most` bytes, or after `exact` bytes once there are more than `limit`. Null: not to be told. */
HOST(host_count_lines) {
  int file = INT(0);
  double limit = NUMBER(1);
  int large = JS_ToBool(ctx, argv[2]);
  double most = NUMBER(3), count = 0, seen = 0;
  static char buffer[256 << 10];
  for (;;) {
    ssize_t got = read(file, buffer, sizeof buffer);
    if (got < 0) return fail(ctx, errno, "read", NULL, NULL);
    for (char *at = buffer, *end = buffer + got; (at = memchr(at, '\n', end - at)) != NULL; at++) count++;
    seen += got;
    if (seen > most) return JS_NULL;
    if (got > 0 && !(count > limit && large)) continue;
    JSValue told = JS_NewArray(ctx);
    JS_SetPropertyUint32(ctx, told, 0, JS_NewFloat64(ctx, count));
    JS_SetPropertyUint32(ctx, told, 1, JS_NewBool(ctx, got == 0));
    return told;
  }
}

/* ---- the process ----------------------------------------------------------------------------------------------------------------------------- */

static double clock_ms(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static double started;
static int arguments;
static char **argument;

HOST(host_now) {
  return JS_NewFloat64(ctx, (double)(int64_t)clock_ms(CLOCK_REALTIME));
}

HOST(host_elapsed) {
  return JS_NewFloat64(ctx, clock_ms(CLOCK_MONOTONIC) - started);
}

HOST(host_sleep) {
  double ms = NUMBER(0);
  struct timespec time = {(time_t)(ms / 1e3), (long)((ms - 1e3 * (double)(time_t)(ms / 1e3)) * 1e6)};
  nanosleep(&time, NULL);
  return JS_UNDEFINED;
}

HOST(host_arguments) {
  JSValue list = JS_NewArray(ctx);
  for (int i = 1; i < arguments; i++) JS_SetPropertyUint32(ctx, list, i - 1, text_of(ctx, (uint8_t *)argument[i], strlen(argument[i])));
  return list;
}

HOST(host_environment) {
  JSValue all = JS_NewObject(ctx);
  for (char **entry = environ; *entry != NULL; entry++) {
    const char *equals = strchr(*entry, '=');
    if (equals == NULL || equals == *entry) continue;
    JSAtom name = JS_NewAtomLen(ctx, *entry, equals - *entry);
    JS_DefinePropertyValue(ctx, all, name, text_of(ctx, (const uint8_t *)equals + 1, strlen(equals + 1)), JS_PROP_C_W_E);
    JS_FreeAtom(ctx, name);
  }
  return all;
}

HOST(host_cwd) {
  char path[PATH_MAX];
  if (getcwd(path, sizeof path) == NULL) return fail(ctx, errno, "uv_cwd", NULL, NULL);
  return text_of(ctx, (uint8_t *)path, strlen(path));
}

HOST(host_executable) {
  char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  return length <= 0 ? JS_NULL : text_of(ctx, (uint8_t *)path, length);
}

HOST(host_uid) {
  return JS_NewInt64(ctx, getuid());
}

HOST(host_pid) {
  return JS_NewInt32(ctx, getpid());
}

HOST(host_terminal) {
  return JS_NewBool(ctx, isatty(INT(0)));
}

/* What has come on standard input so far, and how much of it the caller has found not to be whole. */
static uint8_t *input, input_start[64 << 10];
static size_t input_length, input_room, input_tried;

/*
 * Reads until the end (1), until `most` bytes (2), until the time is up (3), or until the text looks whole although the other end stays open (0): then
 * the caller tries to parse it, and asks again if that fails. [how it ended, text]
 */
HOST(host_read_input) {
  double deadline = NUMBER(0), most = NUMBER(1);
  int ended = -1;
  if (input == NULL) {
    input = input_start;
    input_room = sizeof input_start;
  }
  while (ended < 0) {
    size_t last = input_length;
    while (last > 0 && input[last - 1] <= ' ') last--;
    int whole = input_length > input_tried && last > 0 && input[last - 1] == '}';
    double left = whole ? 0 : deadline - clock_ms(CLOCK_REALTIME);
    struct pollfd wait = {.fd = 0, .events = POLLIN};
    int ready = poll(&wait, 1, left <= 0 ? 0 : left > 60000 ? 60000 : (int)left + 1);
    if (ready == 0) {
      if (whole || left <= 0) ended = whole ? 0 : 3;
      continue;
    }
    if (input_length == input_room) {
      uint8_t *moved = malloc(input_room * 2);
      if (moved == NULL) return JS_ThrowOutOfMemory(ctx);
      memcpy(moved, input, input_length);
      if (input != input_start) free(input);
      input = moved;
      input_room *= 2;
    }
    ssize_t got = read(0, input + input_length, input_room - input_length);
    if (got < 0 && errno != EAGAIN && errno != EINTR) return fail(ctx, errno, "read", NULL, NULL);
    if (got == 0) ended = 1;
    if (got > 0) input_length += got;
    if (input_length > most) ended = 2;
  }
  input_tried = input_length;
  JSValue told = JS_NewArray(ctx);
  JS_SetPropertyUint32(ctx, told, 0, JS_NewInt32(ctx, ended));
  JS_SetPropertyUint32(ctx, told, 1, text_of(ctx, input, input_length));
  return told;
}

static char **words_of(JSContext *ctx, JSValueConst list, int *count) {
  int64_t length = 0;
  JSValue counted = JS_GetPropertyStr(ctx, list, "length");
  JS_ToInt64(ctx, &length, counted);
  char **words = calloc(length + 1, sizeof *words);
  if (words == NULL) return NULL;
  for (int64_t i = 0; i < length; i++) {
    JSValue item = JS_GetPropertyUint32(ctx, list, i);
    size_t bytes;
    const char *text = bytes_of(ctx, &bytes, item);
    words[i] = strdup(text == NULL ? "" : text);
    if (text != NULL) JS_FreeCString(ctx, text);
    JS_FreeValue(ctx, item);
  }
  *count = (int)length;
  return words;
}

/* Runs a program found in PATH with these words, this environment, `stdin` as its input; [exit code or -1, what it printed]. Ended after `ms`. */
HOST(host_run) {
  int words = 0, variables = 0, in[2], out[2];
  char **command = words_of(ctx, argv[0], &words), **environment = words_of(ctx, argv[1], &variables);
  size_t length;
  const char *text = bytes_of(ctx, &length, argv[2]);
  double until = clock_ms(CLOCK_MONOTONIC) + NUMBER(3);
  if (command == NULL || environment == NULL || text == NULL || words == 0) return JS_ThrowOutOfMemory(ctx);
  if (pipe2(in, O_CLOEXEC) < 0 || pipe2(out, O_CLOEXEC) < 0) return fail(ctx, errno, "pipe", NULL, NULL);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  pid_t pid = 0;
  int number = posix_spawnp(&pid, command[0], &actions, NULL, command, environment), status = -1;
  posix_spawn_file_actions_destroy(&actions);
  close(in[0]);
  close(out[1]);
  uint8_t *printed = NULL;
  size_t got = 0, room = 0, sent = 0;
  if (number == 0) {
    fcntl(in[1], F_SETFL, O_NONBLOCK);
    int writing = in[1], late = 0;
    if (length == 0) {
      close(writing);
      writing = -1;
    }
    for (;;) {
      double left = until - clock_ms(CLOCK_MONOTONIC);
      struct pollfd waits[2] = {{.fd = out[0], .events = POLLIN}, {.fd = writing, .events = POLLOUT}};
      if (left <= 0 || poll(waits, writing < 0 ? 1 : 2, (int)left + 1) == 0) {
        late = 1;
        break;
      }
      if (writing >= 0 && waits[1].revents != 0) {
        ssize_t wrote = write(writing, text + sent, length - sent);
        if (wrote > 0) sent += wrote;
        if (sent == length || (wrote < 0 && errno != EAGAIN)) {
          close(writing);
          writing = -1;
        }
      }
      if (waits[0].revents == 0) continue;
      if (got == room) {
        room = room == 0 ? 64 << 10 : room * 2;
        printed = realloc(printed, room);
        if (printed == NULL) break;
      }
      ssize_t more = read(out[0], printed + got, room - got);
      if (more <= 0) break;
      got += more;
    }
    if (writing >= 0) close(writing);
    /* Its output is closed; give it the rest of its time to end. */
    int ended = 0;
    while (!late && (ended = waitpid(pid, &status, WNOHANG)) == 0 && clock_ms(CLOCK_MONOTONIC) < until) usleep(500);
    if (ended == 0) {
      kill(pid, SIGTERM);
      usleep(20000);
      if (waitpid(pid, &status, WNOHANG) == 0) {
        kill(pid, SIGKILL);
        waitpid(pid, &status, 0);
      }
      status = -1;
    } else status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  } else close(in[1]);
  close(out[0]);
  JS_FreeCString(ctx, text);
  for (int i = 0; i < words; i++) free(command[i]);
  for (int i = 0; i < variables; i++) free(environment[i]);
  free(command);
  free(environment);
  JSValue told = JS_NewArray(ctx);
  JS_SetPropertyUint32(ctx, told, 0, number == 0 ? JS_NewInt32(ctx, status) : JS_NULL);
  JS_SetPropertyUint32(ctx, told, 1, printed == NULL ? JS_NewString(ctx, "") : text_of(ctx, printed, got));
  free(printed);
  return told;
}

/* [weekday, minute of the day] in a zone of the system's database. */
HOST(host_local_time) {
  time_t now = (time_t)(NUMBER(1) / 1e3);
  const char *zone = PATH(0);
  setenv("TZ", zone, 1);
  JS_FreeCString(ctx, zone);
  tzset();
  struct tm local;
  localtime_r(&now, &local);
  JSValue told = JS_NewArray(ctx);
  const int parts[] = {local.tm_year + 1900, local.tm_mon + 1, local.tm_mday, local.tm_hour, local.tm_min};
  for (uint32_t i = 0; i < 5; i++) JS_SetPropertyUint32(ctx, told, i, JS_NewInt32(ctx, parts[i]));
  return told;
}

static uint32_t mixed(uint32_t x) {
  x = (x ^ x >> 16) * 0x85ebca6b;
  x = (x ^ x >> 13) * 0xc2b2ae35;
  return x ^ x >> 16;
}

/* src/protocol/text/text-key.ts, for ASCII. */
HOST(host_text_key) {
  size_t length;
  const char *text = JS_ToCStringLen(ctx, &length, argv[0]);
  if (text == NULL) return JS_EXCEPTION;
  uint32_t halves[2] = {0x811c9dc5, 0x1b873593};
  int plain = 1;
  for (size_t i = 0; i < length; i++) {
    uint8_t c = text[i];
    plain &= c < 0x80;
    halves[0] = (halves[0] ^ c) * 0x01000193;
    halves[1] = (halves[1] << 13 | halves[1] >> 19) * 5 + (c + 1u) * 0x9e3779b1;
  }
  JS_FreeCString(ctx, text);
  if (!plain) return JS_NULL;
  char key[14];
  for (int half = 0; half < 2; half++) {
    uint32_t rest = mixed(halves[half]);
    for (int i = 6; i >= 0; i--, rest /= 36) key[half * 7 + i] = "0123456789abcdefghijklmnopqrstuvwxyz"[rest % 36];
  }
  return JS_NewStringLen(ctx, key, sizeof key);
}

HOST(host_sha256) {
  size_t length;
  const char *bytes = bytes_of(ctx, &length, argv[0]);
  if (bytes == NULL) return JS_EXCEPTION;
  char hex[64];
  sha256_hex((const uint8_t *)bytes, length, hex);
  JS_FreeCString(ctx, bytes);
  return JS_NewStringLen(ctx, hex, sizeof hex);
}

/* In place of JSON.parse, which in QuickJS lets any character follow a backslash. No reviver: nobody uses one. */
HOST(host_json_parse) {
  size_t length;
  const char *text = JS_ToCStringLen(ctx, &length, argv[0]);
  if (text == NULL) return JS_EXCEPTION;
  const char *end = text + length;
  for (const char *at = text; (at = memchr(at, '\\', end - at)) != NULL;) {
    int fine = at + 1 < end && strchr("\"\\/bfnrtu", at[1]) != NULL && at[1] != 0;
    for (int i = 2; fine && at[1] == 'u' && i < 6; i++) fine = at + i < end && strchr("0123456789abcdefABCDEF", at[i]) != NULL && at[i] != 0;
    if (!fine) {
      JS_FreeCString(ctx, text);
      return JS_ThrowSyntaxError(ctx, "bad escape");
    }
    at += 2;
  }
  JSValue value = JS_ParseJSON(ctx, text, length, "<json>");
  JS_FreeCString(ctx, text);
  return value;
}

/* In place of Math.random, whose state would come out of the image: the same in every process. */
HOST(host_random) {
  static uint64_t state;
  if (state == 0) {
    if (getentropy(&state, sizeof state) < 0) state = (uint64_t)clock_ms(CLOCK_REALTIME) * 2654435761u + (uint64_t)getpid();
    state |= 1;
  }
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return JS_NewFloat64(ctx, (double)((state * 0x2545F4914F6CDD1DULL) >> 11) / 9007199254740992.0);
}

/* After this moment running code is broken off. */
static double give_up = 0;

static int is_late(JSRuntime *runtime, void *opaque) {
  (void)runtime;
  (void)opaque;
  return give_up > 0 && clock_ms(CLOCK_REALTIME) > give_up;
}

HOST(host_give_up_at) {
  give_up = NUMBER(0);
  return JS_UNDEFINED;
}

static const JSCFunctionListEntry FUNCTIONS[] = {
    JS_CFUNC_DEF("open", 3, host_open),
    JS_CFUNC_DEF("close", 1, host_close),
    JS_CFUNC_DEF("stat", 1, host_stat),
    JS_CFUNC_DEF("lstat", 1, host_lstat),
    JS_CFUNC_DEF("fstat", 1, host_fstat),
    JS_CFUNC_DEF("stamp", 1, host_stamp),
    JS_CFUNC_DEF("readText", 3, host_read_text),
    JS_CFUNC_DEF("readBytes", 3, host_read_bytes),
    JS_CFUNC_DEF("write", 2, host_write),
    JS_CFUNC_DEF("print", 2, host_print),
    JS_CFUNC_DEF("decode", 1, host_decode),
    JS_CFUNC_DEF("mkdir", 2, host_mkdir),
    JS_CFUNC_DEF("unlink", 1, host_unlink),
    JS_CFUNC_DEF("rmdir", 1, host_rmdir),
    JS_CFUNC_DEF("access", 2, host_access),
    JS_CFUNC_DEF("exists", 1, host_exists),
    JS_CFUNC_DEF("rename", 2, host_rename),
    JS_CFUNC_DEF("realpath", 1, host_realpath),
    JS_CFUNC_DEF("readdir", 1, host_readdir),
    JS_CFUNC_DEF("countLines", 4, host_count_lines),
    JS_CFUNC_DEF("now", 0, host_now),
    JS_CFUNC_DEF("elapsed", 0, host_elapsed),
    JS_CFUNC_DEF("sleep", 1, host_sleep),
    JS_CFUNC_DEF("arguments", 0, host_arguments),
    JS_CFUNC_DEF("environment", 0, host_environment),
    JS_CFUNC_DEF("cwd", 0, host_cwd),
    JS_CFUNC_DEF("executable", 0, host_executable),
    JS_CFUNC_DEF("uid", 0, host_uid),
    JS_CFUNC_DEF("pid", 0, host_pid),
    JS_CFUNC_DEF("isTerminal", 1, host_terminal),
    JS_CFUNC_DEF("readInput", 2, host_read_input),
    JS_CFUNC_DEF("run", 4, host_run),
    JS_CFUNC_DEF("localTime", 2, host_local_time),
    JS_CFUNC_DEF("textKey", 1, host_text_key),
    JS_CFUNC_DEF("sha256", 1, host_sha256),
    JS_CFUNC_DEF("giveUpAt", 1, host_give_up_at),
};

/* They differ between machines. */
static const JSCFunctionListEntry CONSTANTS[] = {
    JS_PROP_INT32_DEF("O_RDONLY", O_RDONLY, JS_PROP_ENUMERABLE),
    JS_PROP_INT32_DEF("O_WRONLY", O_WRONLY, JS_PROP_ENUMERABLE),
    JS_PROP_INT32_DEF("O_RDWR", O_RDWR, JS_PROP_ENUMERABLE),
    JS_PROP_INT32_DEF("O_CREAT", O_CREAT, JS_PROP_ENUMERABLE),
    JS_PROP_INT32_DEF("O_EXCL", O_EXCL, JS_PROP_ENUMERABLE),
    JS_PROP_INT32_DEF("O_APPEND", O_APPEND, JS_PROP_ENUMERABLE),
    JS_PROP_INT32_DEF("O_NONBLOCK", O_NONBLOCK, JS_PROP_ENUMERABLE),
    JS_PROP_INT32_DEF("O_NOFOLLOW", O_NOFOLLOW, JS_PROP_ENUMERABLE),
    JS_PROP_INT32_DEF("X_OK", X_OK, JS_PROP_ENUMERABLE),
};

/* ---- start ----------------------------------------------------------------------------------------------------------------------------------- */

static int complain(JSContext *ctx, const char *what) {
  JSValue error = JS_GetException(ctx);
  const char *words = JS_ToCString(ctx, error);
  fprintf(stderr, "%s: %s\n", what, words == NULL ? "?" : words);
  return 2;
}

/* Makes a runtime in the arena and evaluates the program, which leaves `run` and `failed` in the global `hookctlHook`. */
static int load(const uint8_t *bytecode, size_t length) {
  memset(arena, 0, sizeof(Memory));
  memory->next = arena + HEAD;
  memory->end = arena + ARENA_SIZE;
  JSRuntime *runtime = memory->runtime = JS_NewRuntime2(&ALLOCATOR, NULL);
  JS_SetMaxStackSize(runtime, STACK_LIMIT);
  JS_SetGCThreshold(runtime, (size_t)-1);
  JSContext *ctx = memory->context = JS_NewContextRaw(runtime);
  JS_AddIntrinsicBaseObjects(ctx);
  JS_AddIntrinsicDate(ctx);
  JS_AddIntrinsicRegExp(ctx);
  JS_AddIntrinsicRegExpCompiler(ctx);
  JS_AddIntrinsicJSON(ctx);
  JS_AddIntrinsicMapSet(ctx);
  JS_AddIntrinsicTypedArrays(ctx);
  JSValue global = JS_GetGlobalObject(ctx), host = JS_NewObject(ctx);
  JS_SetPropertyFunctionList(ctx, host, FUNCTIONS, sizeof FUNCTIONS / sizeof *FUNCTIONS);
  JSValue constants = JS_NewObject(ctx);
  JS_SetPropertyFunctionList(ctx, constants, CONSTANTS, sizeof CONSTANTS / sizeof *CONSTANTS);
  JS_SetPropertyStr(ctx, host, "constants", constants);
#ifdef __APPLE__
  JS_SetPropertyStr(ctx, host, "platform", JS_NewString(ctx, "darwin"));
#else
  JS_SetPropertyStr(ctx, host, "platform", JS_NewString(ctx, "linux"));
#endif
  JS_SetPropertyStr(ctx, global, "hookctlHost", host);
  JSValue math = JS_GetPropertyStr(ctx, global, "Math");
  JS_SetPropertyStr(ctx, math, "random", JS_NewCFunction(ctx, host_random, "random", 0));
  JSValue json = JS_GetPropertyStr(ctx, global, "JSON");
  JS_SetPropertyStr(ctx, json, "parse", JS_NewCFunction(ctx, host_json_parse, "parse", 1));
  JS_FreeValue(ctx, math);
  JS_FreeValue(ctx, json);
  JSValue program = JS_ReadObject(ctx, bytecode, length, JS_READ_OBJ_BYTECODE);
  if (JS_IsException(program)) return complain(ctx, "the bytecode cannot be read");
  if (JS_IsException(JS_EvalFunction(ctx, program))) return complain(ctx, "the program cannot be loaded");
  JSValue hook = JS_GetPropertyStr(ctx, global, "hookctlHook");
  memory->run = JS_GetPropertyStr(ctx, hook, "run");
  memory->failed = JS_GetPropertyStr(ctx, hook, "failed");
  JS_RunGC(runtime);
  JS_FreeValue(ctx, global);
  memory->loaded = 1;
  return 0;
}

#ifdef IMAGE
static uint8_t *contents(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) return perror(path), NULL;
  fseek(file, 0, SEEK_END);
  *length = ftell(file);
  rewind(file);
  uint8_t *bytes = malloc(*length);
  if (bytes == NULL || fread(bytes, 1, *length, file) != *length) return perror(path), NULL;
  fclose(file);
  return bytes;
}

/* What the image holds. */
static int load_and_warm(const char *from, const char *policy) {
  size_t length = 0;
  uint8_t *bytecode = contents(from, &length);
  if (bytecode == NULL) return 2;
  int failed = load(bytecode, length);
  if (failed) return failed;
  JSContext *ctx = memory->context;
  JSValue global = JS_GetGlobalObject(ctx), hook = JS_GetPropertyStr(ctx, global, "hookctlHook"), path = JS_NewString(ctx, policy);
  JSValue warm = JS_GetPropertyStr(ctx, hook, "warm");
  JSValueConst told[] = {path};
  if (JS_IsFunction(ctx, warm) && JS_IsException(JS_Call(ctx, warm, hook, 1, told))) return complain(ctx, "the program cannot be warmed up");
  JS_FreeValue(ctx, path);
  JS_RunGC(memory->runtime);
  return 0;
}

static int take_image(const char *from, const char *policy, const char *to) {
  int failed = load_and_warm(from, policy);
  if (failed) return failed;
  if (memory->next < arena || memory->next > arena + ARENA_SIZE) return fprintf(stderr, "the program does not fit into the arena\n"), 2;
  FILE *file = fopen(to, "wb");
  if (file == NULL || fwrite(arena, 1, ARENA_SIZE, file) != ARENA_SIZE || fclose(file) != 0) return perror(to), 2;
  return 0;
}
#else
extern const uint8_t program[];
extern const uint32_t program_size;
#endif

/* Recursion must end in an error that can be answered, not in a crash. */
static size_t stack_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) < 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= STACK_LIMIT + (1 << 20)) return STACK_LIMIT;
  return limit.rlim_cur * 3 / 4;
}

/* From a loaded program to the exit code. */
static int run_hook(void) {
  /* New blocks share fresh memory: in the image each page that is written to has to be copied first. */
  memset(memory->free, 0, sizeof memory->free);
  memory->next = heap;
  memory->end = heap + sizeof heap;
  JSContext *ctx = memory->context;
  JS_SetMaxStackSize(memory->runtime, stack_limit());
  JS_UpdateStackTop(memory->runtime);
  JS_SetMemoryLimit(memory->runtime, MEMORY_LIMIT);
  JS_SetGCThreshold(memory->runtime, COLLECT_FROM);
  JS_SetInterruptHandler(memory->runtime, is_late, NULL);
  JSValue code = JS_Call(ctx, memory->run, JS_UNDEFINED, 0, NULL);
  if (JS_IsException(code)) {
    /* Broken off, or out of stack or memory where nothing could be caught: answered by the written failure policy. */
    give_up = 0;
    JSValue error = JS_GetException(ctx), message = JS_GetPropertyStr(ctx, error, "message");
    JSValueConst told[] = {message};
    code = JS_Call(ctx, memory->failed, JS_UNDEFINED, 1, told);
    if (JS_IsException(code)) return complain(ctx, "dispatcher");
  }
  int32_t exit_code = 2;
  JS_ToInt32(ctx, &exit_code, code);
  return exit_code;
}

#ifdef LAYOUT
static int run_traced(void) {
  placement = AS_IT_COMES;
  return run_hook();
}
#endif

int main(int argc, char **argv) {
  started = clock_ms(CLOCK_MONOTONIC);
  arguments = argc;
  argument = argv;
  signal(SIGPIPE, SIG_IGN);
  /* A limit on the size of files (ulimit -f) is then an error of the write, as on Node, and not the end of the hook. */
  signal(SIGXFSZ, SIG_IGN);
#ifdef IMAGE
  if (!memory->loaded) {
    arguments = 1;
#ifdef LAYOUT
    if (argc >= 5 && strcmp(argv[1], "--trace") == 0) {
      begin_trace();
      int failed = load_and_warm(argv[2], argv[3]);
      return failed ? failed : end_trace(argc - 5, argv + 5, argv[4], run_traced);
    }
    size_t length = 0;
    const void *layout_file = argc == 6 ? contents(argv[5], &length) : NULL;
    if (layout_file != NULL) begin_placing(layout_file, arena + HEAD);
#endif
    if (argc >= 5 && strcmp(argv[1], "--take-image") == 0) return take_image(argv[2], argv[3], argv[4]);
    return fprintf(stderr, "dispatcher: built without its program\n"), 2;
  }
#else
  if (load(program, program_size)) return 2;
#endif
  _exit(run_hook());
}
