/*
 * The order of blocks in the memory image. Only speed depends on this file: without it the build takes the image with blocks in the order in which they were asked for, in a larger arena.
 * A hook copies every page of the image that it writes to, if only to count a reference, and what it writes to would be strewn over
 * all of it. So the program is first loaded with each block of memory on a page of its own, and usual events are run on that: the pages
 * that they read and write are the blocks that do. Blocks are then known by the order in which they were asked for, which is the same each time, and the image is taken
 * with them side by side: what events write to, then what they only read, in both what most of them do first; and the rest. What did not live until then is left out.
 */
#define MOST_EVENTS 100
/* Written by all events, by all but one, …; read by all, by all but one, …; neither. */
#define WRITTEN_BY(count) (MOST_EVENTS - (count))
#define READ_BY(count) (2 * MOST_EVENTS - (count))
#define COLD (2 * MOST_EVENTS)
#define REGIONS (COLD + 1)
#define GONE REGIONS

typedef struct Layout {
  uint64_t arena; /* its size, which native/build.mjs has to know */
  uint64_t count, bytes[REGIONS];
} Layout;

/* One for each block, in the order in which they were asked for. */
typedef struct Place {
  uint8_t region, class;
} Place;

static enum { AS_IT_COMES, TRACING, PLACING } placement;
static uint32_t asked;

/* ---- tracing: a page for each block ---- */

#define PAGE ((size_t)sysconf(_SC_PAGESIZE))
#define TRACED_PAGES ((size_t)1 << 18)
#define TRACED (TRACED_PAGES * PAGE)
#define MOST_BLOCKS ((size_t)8 << 20)

static uint8_t *traced, *traced_next;
static uint32_t *block_at; /* page → block + 1, 0 where nothing lives */
static uint8_t *class_of_block;
static Block *traced_free[CLASSES];
static uint8_t *touched; /* page → 1 read, 2 written; shared with the process that runs the event */

static size_t size_of_class(int class) {
  if (class <= SMALL / 16) return (size_t)class * 16;
  int above = class - SMALL / 16 - 1, power = 10 + above / 2;
  return above % 2 == 0 ? ((size_t)3 << power) >> 1 : (size_t)2 << power;
}

static void *reserve(size_t size, int shared) {
  void *got = mmap(NULL, size, PROT_READ | PROT_WRITE, (shared ? MAP_SHARED : MAP_PRIVATE) | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (got == MAP_FAILED) perror("mmap"), _exit(2);
  return got;
}

static void mark(Block *block, size_t rounded, uint32_t with) {
  size_t first = (size_t)((uint8_t *)block - traced) / PAGE;
  for (size_t page = first; page <= first + (rounded - 1) / PAGE; page++) block_at[page] = with;
}

static Block *trace_block(int class, size_t rounded) {
  Block *block = traced_free[class];
  if (block != NULL) traced_free[class] = *(Block **)(block + 1);
  else {
    block = (Block *)traced_next;
    traced_next += (rounded + PAGE - 1) & ~(PAGE - 1);
    if (traced_next > traced + TRACED || asked >= MOST_BLOCKS) fprintf(stderr, "the program is too large to be traced\n"), _exit(2);
  }
  class_of_block[asked] = (uint8_t)class;
  mark(block, rounded, asked + 1);
  return block;
}

static void untrace_block(Block *block, int class, size_t rounded) {
  mark(block, rounded, 0);
  *(Block **)(block + 1) = traced_free[class];
  traced_free[class] = block;
}

static void on_touch(int signal_number, siginfo_t *info, void *context) {
  (void)context;
  size_t offset = (size_t)((uint8_t *)info->si_addr - traced);
  if (offset >= TRACED || touched[offset / PAGE] == 2) {
    signal(signal_number, SIG_DFL);
    return;
  }
  touched[offset / PAGE]++;
  mprotect(traced + (offset & ~(PAGE - 1)), PAGE, touched[offset / PAGE] == 1 ? PROT_READ : PROT_READ | PROT_WRITE);
}

static void begin_trace(void) {
  traced = traced_next = reserve(TRACED, 0);
  block_at = reserve(TRACED_PAGES * sizeof *block_at, 0);
  class_of_block = reserve(MOST_BLOCKS, 0);
  touched = reserve(TRACED_PAGES, 1);
  placement = TRACING;
}

/* Runs each event in a process of its own, and writes down where each block should lie. */
static int end_trace(int events, char **payloads, const char *to, int (*run_hook)(void)) {
  size_t pages = (size_t)(traced_next - traced) / PAGE;
  uint8_t *reads = calloc(pages, 1), *writes = calloc(pages, 1);
  Place *places = malloc(asked * sizeof *places);
  if (reads == NULL || writes == NULL || places == NULL || events > MOST_EVENTS) return 2;
  for (int i = 0; i < events; i++) {
    memset(touched, 0, pages);
    pid_t child = fork();
    if (child < 0) return perror("fork"), 2;
    if (child == 0) {
      int in = open(payloads[i], O_RDONLY), out = open("/dev/null", O_WRONLY);
      if (in < 0 || out < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0) _exit(3);
      close(in);
      close(out);
      struct sigaction action = {.sa_sigaction = on_touch, .sa_flags = SA_SIGINFO | SA_NODEFER};
      sigaction(SIGSEGV, &action, NULL);
      mprotect(traced, pages * PAGE, PROT_NONE);
      _exit(run_hook());
    }
    int status = 0;
    if (waitpid(child, &status, 0) < 0 || status != 0) return fprintf(stderr, "%s: ended with status %d\n", payloads[i], status), 2;
    for (size_t page = 0; page < pages; page++) {
      reads[page] += touched[page] > 0;
      writes[page] += touched[page] == 2;
    }
  }
  Layout layout = {.count = asked};
  for (uint32_t i = 0; i < asked; i++) places[i] = (Place){GONE, class_of_block[i]};
  for (size_t page = 0; page < pages; page++) {
    if (block_at[page] == 0) continue;
    Place *place = &places[block_at[page] - 1];
    uint8_t wanted = writes[page] > 0 ? WRITTEN_BY(writes[page]) : reads[page] > 0 ? READ_BY(reads[page]) : COLD;
    if (wanted < place->region) place->region = wanted;
  }
  layout.arena = HEAD;
  for (uint32_t i = 0; i < asked; i++) {
    if (places[i].region == GONE) continue;
    layout.bytes[places[i].region] += size_of_class(places[i].class);
    layout.arena += size_of_class(places[i].class);
  }
  layout.arena = (layout.arena + PAGE - 1) & ~(PAGE - 1);
  FILE *file = fopen(to, "wb");
  if (file == NULL || fwrite(&layout, sizeof layout, 1, file) != 1 || fwrite(places, sizeof *places, asked, file) != asked || fclose(file) != 0)
    return perror(to), 2;
  return 0;
}

/* ---- placing ---- */

static const Layout *layout;
static const Place *places;
static uint8_t *region_next[REGIONS];

static Block *place_block(int class, size_t rounded) {
  if (asked >= layout->count || places[asked].class != class) fprintf(stderr, "the program was loaded differently than when it was traced\n"), _exit(2);
  uint8_t region = places[asked].region;
  if (region == GONE) return malloc(rounded);
  Block *block = (Block *)region_next[region];
  region_next[region] += rounded;
  return block;
}

/* Regions begin where the one before ends: pages that two of them share are few. */
static void begin_placing(const void *file, uint8_t *from) {
  layout = file;
  places = (const Place *)(layout + 1);
  for (int i = 0; i < REGIONS; i++) {
    region_next[i] = from;
    from += layout->bytes[i];
  }
  placement = PLACING;
}
