/**
 * A program that tries to reach beyond its sandbox. For each act, `try` returns `done` or why it
 * was refused. `work` does what a program must be able to do.
 */
import { dlopen, ptr } from 'bun:ffi'
import { createSocket } from 'node:dgram'
import fs from 'node:fs'
import { readFile } from 'node:fs/promises'
import { get } from 'node:http'
import { connect, createServer } from 'node:net'
import os from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'

interface Target {
  /** A folder outside, with a file `secret.txt`. */
  folder: string
  codeFolder: string
  dataFolder: string
  port: number
  unixPath: string
  parentPid: number
}

type Act = () => unknown

const libc = dlopen('libc.so.6', {
  syscall: { args: ['i64', 'i64', 'i64', 'i64', 'i64', 'i64'], returns: 'i64' },
})
const isArm = process.arch === 'arm64'

function callSystem(x64: number, arm64: number, ...args: (number | Uint8Array)[]) {
  const words = args.map((argument) => (typeof argument === 'number' ? argument : ptr(argument)))
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = words
  const result = Number(libc.symbols.syscall(isArm ? arm64 : x64, a, b, c, d, e))
  if (result < 0) throw new Error('refused by the system')
  return result
}

const cString = (text: string) => Buffer.from(`${text}\0`)

function awaitEvent(
  emitter: { once(event: string, listener: (value: unknown) => void): unknown },
  event: string,
) {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  emitter.once(event, resolve)
  emitter.once('error', reject)
  return promise
}

async function readInWorker(path: string) {
  const code = `require('node:worker_threads').parentPort.postMessage(require('node:fs').readFileSync(${JSON.stringify(path)}, 'utf8'))`
  const worker = new Worker(code, { eval: true })
  try {
    await awaitEvent(worker, 'message')
  } finally {
    await worker.terminate()
  }
}

async function sendDatagram() {
  const socket = createSocket('udp4')
  try {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    socket.once('error', reject)
    socket.send('x', 53_535, '127.0.0.1', (error) => (error ? reject(error) : resolve()))
    await promise
  } finally {
    socket.close()
  }
}

async function connectTo(target: number | string) {
  const socket =
    typeof target === 'number' ? connect(target, '127.0.0.1') : connect({ path: target })
  try {
    await awaitEvent(socket, 'connect')
  } finally {
    socket.destroy()
  }
}

async function listen() {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await awaitEvent(server, 'listening')
  server.close()
}

async function request(port: number) {
  const sent = get({ host: '127.0.0.1', port })
  await awaitEvent(sent, 'response')
  sent.destroy()
}

function run(...cmd: string[]) {
  // Pipes would need sockets, which are refused as well.
  const { exitCode } = Bun.spawnSync(cmd, {
    env: { BUN_BE_BUN: '1' },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  if (exitCode !== 0) throw new Error(`ended with ${exitCode}`)
}

const readingActs = ({ folder, parentPid }: Target): Record<string, Act> => {
  const secret = join(folder, 'secret.txt')
  return {
    'read a file': () => readFile(secret),
    'read a file synchronously': () => fs.readFileSync(secret),
    'read a file as Bun': () => Bun.file(secret).text(),
    'read a file in a Worker': () => readInWorker(secret),
    'open a file by a system call': () => callSystem(257, 56, -100, cString(secret)),
    'read through a link in its data folder': () => {
      fs.symlinkSync(secret, 'link')
      return fs.readFileSync('link')
    },
    'list the folder': () => fs.readdirSync(folder),
    'list the root folder': () => fs.readdirSync('/'),
    'read a file of the system': () => fs.readFileSync('/etc/passwd'),
    'read the environment of the server': () => fs.readFileSync(`/proc/${parentPid}/environ`),
    'list the descriptors of the server': () => fs.readdirSync(`/proc/${parentPid}/fd`),
    'list the attributes of a file': () => callSystem(194, 11, cString(secret), 0, 0),
    'list the attributes of a link': () => callSystem(195, 12, cString(secret), 0, 0),
    'see the names of new files': () => fs.watch(folder).close(),
  }
}

const ownTask = () => `/proc/self/task/${fs.readdirSync('/proc/self/task')[0]}`

/** What the kernel tells about the machine. */
const machineActs = (): Record<string, Act> => ({
  'read the interfaces of the network': () => fs.readFileSync('/proc/self/net/dev'),
  'read the connections of the network': () => fs.readFileSync('/proc/net/tcp'),
  'read the network as a thread': () => fs.readFileSync('/proc/thread-self/net/tcp'),
  'read the network through its task': () => fs.readFileSync(`${ownTask()}/net/tcp`),
  'list the network': () => fs.readdirSync('/proc/self/net'),
  'read what is mounted': () => fs.readFileSync('/proc/self/mounts'),
  'read where it is mounted': () => fs.readFileSync('/proc/self/mountinfo'),
  'read how mounts are used': () => fs.readFileSync('/proc/self/mountstats'),
  'read what is mounted through its task': () => fs.readFileSync(`${ownTask()}/mountinfo`),
  'read what is mounted as a thread': () => fs.readFileSync('/proc/thread-self/mounts'),
  'read its control group': () => fs.readFileSync('/proc/self/cgroup'),
  'read the environment it started with': () => fs.readFileSync('/proc/self/environ'),
  'list the processes': () => fs.readdirSync('/proc'),
})

const writingActs = ({ folder, codeFolder, dataFolder }: Target): Record<string, Act> => {
  const victim = join(folder, 'victim.txt')
  return {
    'write a file': () => fs.writeFileSync(join(folder, 'new.txt'), 'x'),
    'append to a file': () => fs.appendFileSync(victim, 'x'),
    'truncate a file': () => callSystem(76, 45, cString(victim), 0),
    'change permissions': () => fs.chmodSync(victim, 0o600),
    'change times': () => fs.utimesSync(victim, 1, 1),
    'make a hard link': () => fs.linkSync(victim, 'hard'),
    'move a file in': () => fs.renameSync(join(folder, 'moved.txt'), 'moved.txt'),
    'delete a file': () => fs.rmSync(join(folder, 'deleted.txt')),
    'make a folder': () => fs.mkdirSync(join(folder, 'made')),
    'truncate its code by reading it': () =>
      fs.openSync(join(codeFolder, 'other.txt'), fs.constants.O_RDONLY | fs.constants.O_TRUNC),
    'change its own code': () => fs.writeFileSync(join(codeFolder, 'more.ts'), 'x'),
    'take space at once': () =>
      callSystem(285, 47, fs.openSync(join(dataFolder, 'space'), 'w'), 0, 0, 4096),
    'make a pipe': () => callSystem(133, 33, ...(isArm ? [-100] : []), cString('pipe'), 0o10600, 0),
  }
}

const networkActs = ({ port, unixPath }: Target): Record<string, Act> => ({
  'connect by TCP': () => connectTo(port),
  'connect to a Unix socket': () => connectTo(unixPath),
  'connect as Bun': async () => {
    const options = { hostname: '127.0.0.1', port, socket: { data: () => undefined } }
    const socket = await Bun.connect(options)
    socket.end()
  },
  'request by node:http': () => request(port),
  'send by UDP': sendDatagram,
  listen,
  'make a pair of sockets': () => callSystem(53, 199, 1, 2, 0, new Uint8Array(8)),
})

const ipcInfo = 3

const processActs = ({ parentPid }: Target): Record<string, Act> => ({
  'run a shell': () => run('/bin/sh', '-c', 'exit 0'),
  'run itself': () => run(process.execPath, '--version'),
  'signal the server': () => process.kill(parentPid, 0),
  'signal the group of the server': () => process.kill(0, 0),
  'change the priority of the server': () => os.setPriority(parentPid, os.getPriority(parentPid)),
  // The value is the one that processes have.
  'change how the group of the server uses disks': () => callSystem(251, 30, 2, 0, 0),
  'read the limits of the server': () => callSystem(302, 261, parentPid, 4, 0, new Uint8Array(16)),
  'make shared memory': () => callSystem(29, 194, 0, 4096, 0o1600),
  'control shared memory': () => callSystem(31, 195, 0, ipcInfo, new Uint8Array(256)),
  'control semaphores': () => callSystem(66, 191, 0, 0, ipcInfo, new Uint8Array(256)),
  'control message queues': () => callSystem(71, 187, 0, ipcInfo, new Uint8Array(256)),
  'outlive the server': () => callSystem(157, 167, 1, 0),
  'let others read its memory': () => callSystem(157, 167, 4, 1),
  'become a namespace': () => callSystem(272, 97, 0),
})

/** Not possible before the third version of Landlock. */
const newerWork = { move: 'move between folders', truncate: 'truncate by path' }

const requiredWork = ({ codeFolder }: Target): Record<string, Act> => ({
  'write, move, copy and delete in its data folder': () => {
    fs.mkdirSync('a/b', { recursive: true })
    fs.writeFileSync('a/one.txt', 'text')
    fs.renameSync('a/one.txt', 'a/two.txt')
    fs.copyFileSync('a/two.txt', 'three.txt')
    fs.writeFileSync('a/two.txt', 'te')
    if (fs.readFileSync('a/two.txt', 'utf8') !== 'te') throw new Error('another text')
    fs.rmSync('a', { recursive: true })
  },
  [newerWork.move]: () => {
    fs.mkdirSync('c/d', { recursive: true })
    fs.writeFileSync('c/one.txt', 'text')
    fs.renameSync('c/one.txt', 'c/d/two.txt')
  },
  [newerWork.truncate]: () => {
    fs.writeFileSync('five.txt', 'text')
    fs.truncateSync('five.txt', 2)
  },
  'write asynchronously': () => Bun.write('four.txt', 'text'),
  'write and copy a large file': async () => {
    await Bun.write('large.txt', 'x'.repeat(8 * 1024 * 1024))
    fs.copyFileSync('large.txt', 'copy.txt')
    await Bun.write('copy-2.txt', Bun.file('copy.txt'))
    if (fs.statSync('copy-2.txt').size !== 8 * 1024 * 1024) throw new Error('not copied')
  },
  'read its code': () => fs.readdirSync(codeFolder),
  'use a Worker': async () => {
    const worker = new Worker(`require('node:worker_threads').parentPort.postMessage(1)`, {
      eval: true,
    })
    await awaitEvent(worker, 'message')
    await worker.terminate()
  },
  'collect garbage': () => Bun.gc(true),
  'change its own priority': () => os.setPriority(os.getPriority()),
  'ask for random numbers': () => crypto.randomUUID(),
  fetch: async () => {
    const answer = await fetch('https://example.org/allowed')
    if ((await answer.text()) !== 'hello') throw new Error('another answer')
  },
})

/** What the kernel cannot hide. */
const guessingActs = ({ folder, parentPid }: Target): Record<string, Act> => ({
  'learn the size of a file': () => fs.statSync(join(folder, 'secret.txt')).size,
  'learn where a link points': () => fs.readlinkSync(join(folder, 'link')),
  'learn that a process exists': () => fs.statSync(`/proc/${parentPid}`),
  'learn how full a disk is': () => fs.statfsSync('/'),
})

async function attempt(acts: Record<string, Act>) {
  const results: Record<string, string> = {}
  for (const [name, act] of Object.entries(acts)) {
    try {
      await act()
      results[name] = 'done'
    } catch (error) {
      results[name] = `refused: ${(error as Error).message}`
    }
  }
  return results
}

async function handle(method: string, target: Target): Promise<unknown> {
  if (method === 'shutdown') process.exit(0)
  if (method === 'work') return attempt(requiredWork(target))
  if (method === 'guess') return attempt(guessingActs(target))
  if (method === 'environment') return process.env
  if (method !== 'try') return {}
  return attempt({
    ...readingActs(target),
    ...machineActs(),
    ...writingActs(target),
    ...networkActs(target),
    ...processActs(target),
  })
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line) as { id: number; method: string; params: Target }
  void handle(method, params).then((result) =>
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`),
  )
})
