/**
 * The seccomp filter: system calls that Landlock does not cover and that would reach beyond the process.
 * Sockets of any kind, other processes of the same user (signals, limits, priorities), new processes
 * (their memory would not be watched), permissions and times of files, kernel keys and shared memory.
 */
import type { Libc } from './libc'

type Instruction = readonly [code: number, yes: number, no: number, value: number]

const errors = { notPermitted: 1, accessDenied: 13, notImplemented: 38 }
const allow: Instruction = [0x06, 0, 0, 0x7fff0000]
const refuse = (error: number): Instruction => [0x06, 0, 0, 0x00050000 | error]
const load = (offset: number): Instruction => [0x20, 0, 0, offset]
const skipUnlessEqual = (value: number, skip: number): Instruction => [0x15, 0, skip, value]
const offsetOf = { number: 0, architecture: 4, firstArgument: 16 }

/** Numbers of system calls: x64, arm64. Absent on arm64: undefined. */
type Numbers = readonly [number, number?]

const refusedCalls: readonly Numbers[] = [
  // Connections. A pair of datagram sockets could send to any Unix socket.
  ...([
    [41, 198],
    [53, 199],
    [42, 203],
    [49, 200],
  ] satisfies Numbers[]),
  // New processes and namespaces: fork, vfork, unshare, setns.
  ...([[57], [58], [272, 97], [308, 268]] satisfies Numbers[]),
  // Other processes: ptrace, process_vm_readv and -writev, pidfd_send_signal, pidfd_getfd.
  ...([
    [101, 117],
    [310, 270],
    [311, 271],
    [424, 424],
    [438, 438],
  ] satisfies Numbers[]),
  // chmod, fchmodat, fchmodat2, chown, lchown, fchownat.
  ...([[90], [268, 53], [452, 452], [92], [94], [260, 54]] satisfies Numbers[]),
  // setxattr, lsetxattr, fsetxattr, removexattr, lremovexattr, fremovexattr, setxattrat, removexattrat.
  ...([
    [188, 5],
    [189, 6],
    [190, 7],
    [197, 14],
    [198, 15],
    [199, 16],
  ] satisfies Numbers[]),
  ...([
    [463, 463],
    [466, 466],
  ] satisfies Numbers[]),
  // utime, utimes, futimesat, utimensat, truncate.
  ...([[132], [235], [261], [280, 88], [76, 45]] satisfies Numbers[]),
  // inotify_init, inotify_init1, fanotify_init: names of files in folders that cannot be listed.
  ...([[253], [294, 26], [300, 262]] satisfies Numbers[]),
  // Keys of the user: add_key, request_key, keyctl.
  ...([
    [248, 217],
    [249, 218],
    [250, 219],
  ] satisfies Numbers[]),
  // Memory, semaphores and queues shared with others: shmget, shmat, semget, msgget, mq_open, mq_unlink.
  ...([
    [29, 194],
    [30, 196],
    [64, 190],
    [68, 186],
    [240, 180],
    [241, 181],
  ] satisfies Numbers[]),
  // Interfaces of the kernel that have a history of errors: bpf, perf_event_open, userfaultfd.
  ...([
    [321, 280],
    [298, 241],
    [323, 282],
  ] satisfies Numbers[]),
]

/** The C library and Bun know what to do without them: io_uring_setup, clone3. */
const missingCalls: readonly Numbers[] = [
  [425, 425],
  [435, 435],
]

/** fchmod, fchown: copying a file sets the mode of the copy. They pretend to succeed. */
const ignoredCalls: readonly Numbers[] = [
  [91, 52],
  [93, 55],
]

/** Calls that take the id of a process, and the position of that argument. */
const ownProcessCalls: readonly { numbers: Numbers; argument: number; isZeroSelf: boolean }[] = [
  // kill, tgkill, rt_sigqueueinfo, rt_tgsigqueueinfo. `kill(0)` would signal the server, too.
  { numbers: [62, 129], argument: 0, isZeroSelf: false },
  { numbers: [234, 131], argument: 0, isZeroSelf: false },
  { numbers: [129, 138], argument: 0, isZeroSelf: false },
  { numbers: [297, 240], argument: 0, isZeroSelf: false },
  // prlimit64, setpriority, ioprio_set.
  { numbers: [302, 261], argument: 0, isZeroSelf: true },
  { numbers: [141, 140], argument: 1, isZeroSelf: true },
  { numbers: [251, 30], argument: 1, isZeroSelf: true },
  // sched_setaffinity, sched_setscheduler, sched_setparam, sched_setattr.
  { numbers: [203, 122], argument: 0, isZeroSelf: true },
  { numbers: [144, 119], argument: 0, isZeroSelf: true },
  { numbers: [142, 118], argument: 0, isZeroSelf: true },
  { numbers: [314, 274], argument: 0, isZeroSelf: true },
]

/** Commands that let the kernel signal another process, or type into a terminal. */
const refusedCommands: readonly { numbers: Numbers; commands: readonly number[] }[] = [
  // fcntl: F_SETOWN, F_SETSIG, F_SETOWN_EX.
  { numbers: [72, 25], commands: [8, 10, 15] },
  // ioctl: TIOCSTI, FIOSETOWN, SIOCSPGRP.
  { numbers: [16, 29], commands: [0x5412, 0x8901, 0x8902] },
]

const architectures = {
  x64: { audit: 0xc000003e, column: 0, clone: 56, tkill: 200 },
  arm64: { audit: 0xc00000b7, column: 1, clone: 220, tkill: 130 },
} as const

/** Installs the filter for this thread and what it executes. */
export function restrictSystemCalls(libc: Libc) {
  const instructions = buildFilter(libc)
  const program = new DataView(new ArrayBuffer(instructions.length * 8))
  for (const [position, [code, yes, no, value]] of instructions.entries()) {
    program.setUint16(position * 8, code, true)
    program.setUint8(position * 8 + 2, yes)
    program.setUint8(position * 8 + 3, no)
    program.setUint32(position * 8 + 4, value >>> 0, true)
  }
  const bytes = new Uint8Array(program.buffer)
  const header = new BigUint64Array([BigInt(instructions.length), libc.addressOf(bytes)])
  const [setSeccomp, filterMode] = [22, 2]
  libc.prctl('installing the system call filter', setSeccomp, filterMode, header)
}

function buildFilter({ isMusl }: Pick<Libc, 'isMusl'>): Instruction[] {
  const architecture = architectures[process.arch as keyof typeof architectures] as
    (typeof architectures)[keyof typeof architectures] | undefined
  if (!architecture) throw new Error(`There is no system call filter for ${process.arch}`)
  const { audit, column, clone, tkill } = architecture
  const pick = (list: readonly Numbers[]) =>
    list.map((numbers) => numbers[column]).filter((number) => number !== undefined)
  // musl needs it for its own threads.
  const refused = [...pick(refusedCalls), ...(isMusl ? [] : [tkill])]
  return [
    ...checkArchitecture(audit),
    ...refused.flatMap((call) => whenCalled(call, [refuse(errors.accessDenied)])),
    ...pick(missingCalls).flatMap((call) => whenCalled(call, [refuse(errors.notImplemented)])),
    ...pick(ignoredCalls).flatMap((call) => whenCalled(call, [refuse(0)])),
    ...ownProcessCalls.flatMap(({ numbers, argument, isZeroSelf }) =>
      whenCalled(numbers[column]!, [
        ...compareArgument(argument, isZeroSelf ? [0, process.pid] : [process.pid]),
        refuse(errors.notPermitted),
        allow,
      ]),
    ),
    ...refusedCommands.flatMap(({ numbers, commands }) =>
      whenCalled(numbers[column]!, [
        ...compareArgument(1, commands),
        allow,
        refuse(errors.notPermitted),
      ]),
    ),
    ...whenCalled(clone, allowOnlyThreads()),
    allow,
  ]
}

/** The numbers differ between architectures; x64 has a second table above 0x40000000. */
function checkArchitecture(audit: number): Instruction[] {
  return [
    load(offsetOf.architecture),
    [0x15, 1, 0, audit],
    refuse(errors.notPermitted),
    load(offsetOf.number),
    [0x35, 0, 1, 0x40000000],
    refuse(errors.notPermitted),
  ]
}

/** `body` must return in each case. */
const whenCalled = (call: number, body: readonly Instruction[]): Instruction[] => [
  skipUnlessEqual(call, body.length),
  ...body,
]

/** Continues with the instruction after the next if the argument has one of the values. */
function compareArgument(argument: number, values: readonly number[]): Instruction[] {
  const comparisons = values.map((value, position): Instruction => [
    0x15,
    values.length - position,
    0,
    value,
  ])
  return [load(offsetOf.firstArgument + argument * 8), ...comparisons]
}

function allowOnlyThreads(): Instruction[] {
  const threadFlag = 0x10000
  return [
    load(offsetOf.firstArgument),
    [0x45, 1, 0, threadFlag],
    refuse(errors.notPermitted),
    allow,
  ]
}
