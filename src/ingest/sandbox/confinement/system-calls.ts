/**
 * System calls that affect more than the process and that Landlock does not cover, or covers only
 * in newer versions. Each is listed with its number on x64 and, unless arm64 lacks it, on arm64.
 */
export type Numbers = readonly [x64: number, arm64?: number]

export const refusedCalls = {
  // A pair of datagram sockets could send data to any Unix socket.
  socket: [41, 198],
  socketpair: [53, 199],
  connect: [42, 203],
  bind: [49, 200],

  // The memory of additional processes would not be monitored.
  fork: [57],
  vfork: [58],
  unshare: [272, 97],
  setns: [308, 268],

  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  pidfd_send_signal: [424, 424],
  pidfd_getfd: [438, 438],

  chmod: [90],
  fchmodat: [268, 53],
  fchmodat2: [452, 452],
  chown: [92],
  lchown: [94],
  fchownat: [260, 54],
  setxattr: [188, 5],
  lsetxattr: [189, 6],
  fsetxattr: [190, 7],
  setxattrat: [463, 463],
  removexattr: [197, 14],
  lremovexattr: [198, 15],
  fremovexattr: [199, 16],
  removexattrat: [466, 466],
  // Landlock does not protect extended attributes, which can store data.
  getxattr: [191, 8],
  lgetxattr: [192, 9],
  fgetxattr: [193, 10],
  listxattr: [194, 11],
  llistxattr: [195, 12],
  flistxattr: [196, 13],
  getxattrat: [464, 464],
  listxattrat: [465, 465],
  utime: [132],
  utimes: [235],
  futimesat: [261],
  utimensat: [280, 88],
  file_setattr: [469, 469],

  // These calls reveal the names of files in folders that cannot be listed.
  inotify_init: [253],
  inotify_init1: [294, 26],
  fanotify_init: [300, 262],

  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  // All System V IPC calls are refused, because programs can find objects of other programs by
  // trying numbers.
  shmget: [29, 194],
  shmat: [30, 196],
  shmctl: [31, 195],
  shmdt: [67, 197],
  semget: [64, 190],
  semop: [65, 193],
  semtimedop: [220, 192],
  semctl: [66, 191],
  msgget: [68, 186],
  msgsnd: [69, 189],
  msgrcv: [70, 188],
  msgctl: [71, 187],
  // These calls describe what is mounted, and where.
  statmount: [457, 457],
  listmount: [458, 458],
  name_to_handle_at: [303, 264],

  mq_open: [240, 180],
  mq_unlink: [241, 181],

  // Programs do not need these calls, which have a history of vulnerabilities.
  syslog: [103, 116],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
} as const satisfies Record<string, Numbers>

/**
 * Landlock covers truncation from version 3 on. With earlier versions, truncating by path and
 * opening with O_TRUNC for reading are denied.
 */
export const truncatingCalls = {
  truncate: [76, 45] as Numbers,
  /** Calls that open files, each with the index of its flags argument. */
  opening: [
    { numbers: [2], argument: 1 },
    { numbers: [257, 56], argument: 2 },
  ] as readonly { numbers: Numbers; argument: number }[],
  /** The flags of openat2 are in memory, which a filter cannot read. */
  openat2: [437, 437] as Numbers,
}

/** tkill cannot be limited to the process itself, and musl needs it for threads. */
export const tkill: Numbers = [200, 130]

/** clone may only create threads. */
export const clone: Numbers = [56, 220]

/**
 * System calls reported as not implemented, so that the C library and Bun fall back to other calls.
 */
export const missingCalls = {
  io_uring_setup: [425, 425],
  clone3: [435, 435],
  // Memory that does not belong to a process would not be monitored.
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  // fallocate can claim any amount of disk space before the size of the data folder is checked
  // again.
  fallocate: [285, 47],
} as const satisfies Record<string, Numbers>

/**
 * The filter makes these calls report success without doing anything, because copying a file sets
 * the mode of the copy.
 */
export const ignoredCalls = {
  fchmod: [91, 52],
  fchown: [93, 55],
} as const satisfies Record<string, Numbers>

interface OwnProcessCall {
  numbers: Numbers
  /** Index of the argument that identifies a process. */
  argument: number
  /** The value 0, which refers to the caller, is also allowed. */
  isZeroAllowed: boolean
  /**
   * The value of the first argument that selects a single process. With other values, 0 means all
   * processes of the group or user, which include the server.
   */
  processType?: number
}

/** Allowed only for the process itself. */
export const ownProcessCalls: Record<string, OwnProcessCall> = {
  // For kill, 0 refers to the process group, which includes the server.
  kill: { numbers: [62, 129], argument: 0, isZeroAllowed: false },
  tgkill: { numbers: [234, 131], argument: 0, isZeroAllowed: false },
  rt_sigqueueinfo: { numbers: [129, 138], argument: 0, isZeroAllowed: false },
  rt_tgsigqueueinfo: { numbers: [297, 240], argument: 0, isZeroAllowed: false },
  prlimit64: { numbers: [302, 261], argument: 0, isZeroAllowed: true },
  setpriority: { numbers: [141, 140], argument: 1, isZeroAllowed: true, processType: 0 },
  ioprio_set: { numbers: [251, 30], argument: 1, isZeroAllowed: true, processType: 1 },
  sched_setaffinity: { numbers: [203, 122], argument: 0, isZeroAllowed: true },
  sched_setscheduler: { numbers: [144, 119], argument: 0, isZeroAllowed: true },
  sched_setparam: { numbers: [142, 118], argument: 0, isZeroAllowed: true },
  sched_setattr: { numbers: [314, 274], argument: 0, isZeroAllowed: true },
}

interface CommandCall {
  numbers: Numbers
  /** Index of the argument that is the command. */
  argument: number
  /** Values that are rejected. */
  commands: readonly number[]
}

export const commandCalls: Record<string, CommandCall> = {
  // F_SETOWN, F_SETSIG, F_SETOWN_EX: the kernel would send signals to a different process.
  fcntl: { numbers: [72, 25], argument: 1, commands: [8, 10, 15] },
  // TIOCSTI injects terminal input; FIOSETOWN and SIOCSPGRP are like F_SETOWN.
  ioctl: { numbers: [16, 29], argument: 1, commands: [0x5412, 0x8901, 0x8902] },
  // PR_SET_PDEATHSIG: the program could outlive the server. PR_SET_DUMPABLE and PR_SET_PTRACER:
  // other programs could read its memory.
  prctl: { numbers: [157, 167], argument: 0, commands: [1, 4, 0x59616d61] },
}
