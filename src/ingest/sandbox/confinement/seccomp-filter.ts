/** The seccomp filter: which system calls a program may make, and with which arguments. */
import type { Libc } from './libc'
import {
  clone,
  commandCalls,
  ignoredCalls,
  missingCalls,
  type Numbers,
  ownProcessCalls,
  refusedCalls,
  tkill,
  truncatingCalls,
} from './system-calls'

/** A BPF instruction. `yes` and `no` are the numbers of instructions to skip. */
type Instruction = readonly [code: number, yes: number, no: number, value: number]

const errors = { notPermitted: 1, accessDenied: 13, notImplemented: 38 }
const codes = { load: 0x20, ifEqual: 0x15, ifAtLeast: 0x35, ifAnyBit: 0x45, and: 0x54, end: 0x06 }
const allow: Instruction = [codes.end, 0, 0, 0x7fff0000]
const refuse = (error: number): Instruction => [codes.end, 0, 0, 0x00050000 | error]
const load = (offset: number): Instruction => [codes.load, 0, 0, offset]
const offsets = { number: 0, architecture: 4, arguments: 16 }

const architectures = {
  x64: { id: 0xc000003e, column: 0 },
  arm64: { id: 0xc00000b7, column: 1 },
} as const

/** Installs the filter for this thread and anything it executes. */
export function restrictSystemCalls(libc: Libc, landlockVersion: number) {
  const instructions = buildFilter(libc.isMusl, landlockVersion)
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

function buildFilter(isMusl: boolean, landlockVersion: number): Instruction[] {
  if (process.arch !== 'x64' && process.arch !== 'arm64') {
    throw new Error(`There is no system call filter for ${process.arch}`)
  }
  const { id, column } = architectures[process.arch]
  const when: When = (numbers, body) => whenCalled(numbers[column], body)
  const whenAny = (calls: Record<string, Numbers>, end: Instruction) =>
    Object.values(calls).flatMap((numbers) => when(numbers, [end]))
  return [
    ...checkArchitecture(id),
    ...whenAny(refusedCalls, refuse(errors.accessDenied)),
    ...(landlockVersion < 3 ? refuseTruncating(when) : []),
    ...(isMusl ? [] : when(tkill, [refuse(errors.notPermitted)])),
    ...whenAny(missingCalls, refuse(errors.notImplemented)),
    ...whenAny(ignoredCalls, refuse(0)),
    ...limitToOwnProcess(when),
    ...refuseCommands(when),
    ...when(clone, allowThreads()),
    allow,
  ]
}

/** Builds the instructions for one system call. Every path through `body` must return. */
type When = (numbers: Numbers, body: readonly Instruction[]) => Instruction[]

const whenCalled = (number: number | undefined, body: readonly Instruction[]): Instruction[] =>
  number === undefined ? [] : [[codes.ifEqual, 0, body.length, number], ...body]

/**
 * Rejects calls of other architectures, whose call numbers differ, and calls of the x32 ABI of x64,
 * whose numbers start at 0x40000000.
 */
function checkArchitecture(id: number): Instruction[] {
  return [
    load(offsets.architecture),
    [codes.ifEqual, 1, 0, id],
    refuse(errors.notPermitted),
    load(offsets.number),
    [codes.ifAtLeast, 0, 1, 0x40000000],
    refuse(errors.notPermitted),
  ]
}

const limitToOwnProcess = (when: When) =>
  Object.values(ownProcessCalls).flatMap(({ numbers, argument, isZeroAllowed, processType }) => {
    const allowed = isZeroAllowed ? [0, process.pid] : [process.pid]
    const isOfProcess =
      processType === undefined
        ? []
        : [...skipNextIfArgument(0, [processType]), refuse(errors.notPermitted)]
    return when(numbers, [
      ...isOfProcess,
      ...skipNextIfArgument(argument, allowed),
      refuse(errors.notPermitted),
      allow,
    ])
  })

const refuseCommands = (when: When) =>
  Object.values(commandCalls).flatMap(({ numbers, argument, commands }) =>
    when(numbers, [...skipNextIfArgument(argument, commands), allow, refuse(errors.notPermitted)]),
  )

function refuseTruncating(when: When): Instruction[] {
  const { truncate, opening, openat2 } = truncatingCalls
  return [
    ...when(truncate, [refuse(errors.accessDenied)]),
    ...when(openat2, [refuse(errors.notImplemented)]),
    ...opening.flatMap(({ numbers, argument }) =>
      when(numbers, refuseTruncatingUnlessWritable(argument)),
    ),
  ]
}

function refuseTruncatingUnlessWritable(argument: number): Instruction[] {
  const flags = { truncate: 0x200, modes: 3, writeOnly: 1, readAndWrite: 2 }
  return [
    load(offsets.arguments + argument * 8),
    [codes.ifAnyBit, 0, 4, flags.truncate],
    [codes.and, 0, 0, flags.modes],
    [codes.ifEqual, 2, 0, flags.writeOnly],
    [codes.ifEqual, 1, 0, flags.readAndWrite],
    refuse(errors.accessDenied),
    allow,
  ]
}

/**
 * Compares only the lower half of the argument. Process IDs and commands have 32 bits, and the
 * kernel ignores the upper half.
 */
function skipNextIfArgument(argument: number, values: readonly number[]): Instruction[] {
  const comparisons = values.map((value, position): Instruction => [
    codes.ifEqual,
    values.length - position,
    0,
    value,
  ])
  return [load(offsets.arguments + argument * 8), ...comparisons]
}

function allowThreads(): Instruction[] {
  const threadFlag = 0x10000
  return [
    load(offsets.arguments),
    [codes.ifAnyBit, 1, 0, threadFlag],
    refuse(errors.notPermitted),
    allow,
  ]
}
