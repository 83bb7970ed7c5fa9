/*
 * Makes files slow for a program that is started with this library in LD_PRELOAD: a slow disk where there is none.
 *
 * A read at a position (pread, preadv) takes at least READ_MICROS longer, fsync and fdatasync SYNC_MICROS, as if one head had to move: one at a time, over all
 * processes of the program. What it cannot see, and so does not delay: reads by read(2), mmap, io_uring and libaio, and writes, which a disk's cache takes. It
 * delays reads that the operating system has in memory, because it does not know: use it with programs that read past it (O_DIRECT), or say so.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t head = PTHREAD_MUTEX_INITIALIZER;

/* The head is that of all processes: a lock on this library's own file, opened by each of them, since a lock belongs to an open file. */
static int shared(void) {
    static int file = -1;
    static pid_t owner;
    if (owner != getpid()) {
        Dl_info self;
        file = dladdr((void *) &shared, &self) && self.dli_fname ? open(self.dli_fname, O_RDONLY | O_CLOEXEC) : -1;
        owner = getpid();
    }
    return file;
}

static void move(long micros) {
    struct timespec rest = {micros / 1000000, micros % 1000000 * 1000};
    pthread_mutex_lock(&head);
    int file = shared();
    if (file >= 0) {
        flock(file, LOCK_EX);
    }
    while (nanosleep(&rest, &rest) != 0) {
    }
    if (file >= 0) {
        flock(file, LOCK_UN);
    }
    pthread_mutex_unlock(&head);
}

static int is_file(int descriptor) {
    struct stat about;
    return fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode);
}

#define REAL(name) ({ static __typeof__(&name) real; if (!real) real = (__typeof__(&name)) dlsym(RTLD_NEXT, #name); real; })
#define SLOW(file, micros) if (is_file(file)) move(micros)

ssize_t pread(int file, void *to, size_t size, off_t at) { SLOW(file, READ_MICROS); return REAL(pread)(file, to, size, at); }
ssize_t pread64(int file, void *to, size_t size, off64_t at) { SLOW(file, READ_MICROS); return REAL(pread64)(file, to, size, at); }
ssize_t preadv(int file, const struct iovec *to, int count, off_t at) { SLOW(file, READ_MICROS); return REAL(preadv)(file, to, count, at); }
ssize_t preadv64(int file, const struct iovec *to, int count, off64_t at) { SLOW(file, READ_MICROS); return REAL(preadv64)(file, to, count, at); }
int fsync(int file) { SLOW(file, SYNC_MICROS); return REAL(fsync)(file); }
int fdatasync(int file) { SLOW(file, SYNC_MICROS); return REAL(fdatasync)(file); }
