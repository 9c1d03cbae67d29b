/** A program whose behavior is chosen by the method of the request. */
import { mkdirSync, openSync, unlinkSync, writeFileSync, writeSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'

interface Message {
  id: number
  method?: string
  params: Record<string, unknown>
  result?: unknown
  error?: unknown
}

const waiting = new Map<number, (message: Message) => void>()
/** ID of the last request. The server uses the same numbers for its own requests. */
let lastId = 0

const send = (message: object) =>
  void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

function call(method: string, params: unknown, more: object = {}): Promise<Message> {
  const id = ++lastId
  const { promise, resolve } = Promise.withResolvers<Message>()
  waiting.set(id, resolve)
  send({ id, method, params, ...more })
  return promise
}

function fill() {
  const kept: Uint8Array[] = []
  for (;;) kept.push(new Uint8Array(16 * 1024 * 1024).fill(1))
}

async function fillFolder(bytes: number) {
  const content = new Uint8Array(bytes)
  for (let index = 0; ; index++) await writeFile(`file-${index}`, content)
}

const chain = (letter: string) => Array.from({ length: 15 }, () => letter.repeat(200)).join('/')

/** Hides a file in a folder whose path is too long for other programs. */
async function hideDeep() {
  mkdirSync(chain('a'), { recursive: true })
  process.chdir(chain('a'))
  mkdirSync(chain('b'), { recursive: true })
  writeFileSync(`${chain('b')}/file`, 'x')
  return never
}

/** Hides data in deleted files that are still open or mapped. */
function hideDeleted(isMapped: boolean) {
  const content = new Uint8Array(20 * 1024 * 1024)
  for (let index = 0; index < 4; index++) {
    const path = `file-${index}`
    if (isMapped) {
      writeFileSync(path, content)
      hidden.push(Bun.mmap(path))
    } else writeSync(openSync(path, 'w'), content)
    unlinkSync(path)
  }
  return never
}
const hidden: Uint8Array[] = []

async function flood(stream: NodeJS.WriteStream) {
  const line = `${'x'.repeat(500_000)}\n`
  for (;;) {
    const isDrained = stream.write(line)
    if (!isDrained) await new Promise((resolve) => void stream.once('drain', resolve))
  }
}

/** Sends a message in two parts, split in the middle of a character. */
async function answerInParts(id: number) {
  const bytes = Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id, result: 'größer 巻' })}\n`)
  for (const part of [bytes.subarray(0, -4), bytes.subarray(-4)]) {
    await Bun.write(Bun.stdout, part)
    await Bun.sleep(20)
  }
}

async function abortFetch() {
  const controller = new AbortController()
  const answer = fetch('https://example.org/slow', { signal: controller.signal })
  await call('started', {})
  controller.abort(new Error('aborted by the program'))
  return answer.then(
    () => 'answered',
    (error: Error) => error.message,
  )
}

async function describeFetch(url: string, init: RequestInit) {
  try {
    const response = await fetch(url, init)
    const { status, url: finalUrl, redirected } = response
    const headers = Object.fromEntries(response.headers)
    return { status, url: finalUrl, redirected, headers, text: await response.text() }
  } catch (error) {
    return { failure: (error as Error).message, name: (error as Error).name }
  }
}

const repeat = <Result>(count: unknown, act: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: Number(count) }, (_, index) => act(index)))

const never = new Promise(() => undefined)

const actions: Record<string, (params: Record<string, unknown>, id: number) => unknown> = {
  initialize: async ({ calls = 0 }) => (await repeat(calls, () => call('storage/get', {}))).length,
  echo: (params) => params,
  null: () => null,
  silence: () => never,
  spin: () => {
    for (;;);
  },
  fill,
  fill_disk: () => fillFolder(4 * 1024 * 1024),
  fill_folder: () => fillFolder(1),
  hide_deep: hideDeep,
  hide_open: () => hideDeleted(false),
  hide_mapped: () => hideDeleted(true),
  flood: () => flood(process.stdout),
  flood_errors: () => flood(process.stderr),
  long_line: () => void process.stdout.write('x'.repeat(1_100_000)),
  exit: () => process.exit(3),
  crash: () => {
    setImmediate(reportCrash)
    return never
  },
  garbage: () => {
    process.stdout.write('hello\n42\n[]\n{"jsonrpc":"2.0","id":999,"result":1}\n\n{broken\n')
    return 'still here'
  },
  parts: (_, id) => answerInParts(id),
  print: ({ lines }) => {
    for (const line of lines as string[]) process.stderr.write(`${line}\n`)
    return null
  },
  call: async ({ method, params, more }) => call(String(method), params, more as object),
  calls: ({ count }) => repeat(count, () => call('slow', {})),
  notify: () => send({ method: 'note', params: { text: 'hello' } }),
  fetch: ({ url, init }) => describeFetch(String(url), init as RequestInit),
  fetch_length: async ({ url }) => (await (await fetch(String(url))).text()).length,
  fetch_large: ({ bytes }) =>
    describeFetch('https://example.org', { method: 'POST', body: 'x'.repeat(Number(bytes)) }),
  fetches: ({ count }) =>
    repeat(count, (index) => describeFetch(`https://example.org/${index}`, {})),
  abort: abortFetch,
  /** Requires permission to start processes. */
  leave_child: () => {
    const child = Bun.spawn(['sleep', '60'], {
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['inherit', 'inherit', 'inherit', 3],
    })
    return child.pid
  },
  /** Makes a call, then stops reading. */
  unread: () => {
    for (let count = 0; count < 30; count++) send({ id: `${count}`, method: 'large', params: {} })
    Bun.sleepSync(60_000)
  },
  control: () => {
    writeSync(3, 'rubbish\n')
    return never
  },
  shutdown: () => process.exit(0),
}

function reportCrash() {
  throw new Error('crashed as asked')
}

async function handle({ id, method = '', params }: Message) {
  if (method === 'fail') {
    return send({ id, error: { code: -32001, message: 'busy', data: { retryAfter: 3 } } })
  }
  const result = await actions[method]!(params ?? {}, id)
  if (method !== 'parts') send({ id, result })
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line) as Message
  if (message.method !== undefined) return void handle(message)
  waiting.get(message.id)?.(message)
  waiting.delete(message.id)
})
