/** Runs a list of checks one after the other and sums up what they said. */
import { resolve } from 'node:path'

export type Outcome = {
  passed: number
  failed: number
  skipped?: string
  /** What passed only when it was tried a second time. */
  again?: readonly string[]
  /** The words of what failed, told once more where the summary is read. */
  words?: readonly string[]
}
export type Step = { name: string; run: () => Promise<Outcome> }

export const root = resolve(import.meta.dir, '..')
const ok: Outcome = { passed: 0, failed: 0 }

const longestLine = 400
/** Of the words of one failure: the message, the lines of code around it, the stack. */
const mostLines = 40
const stepTimeoutMs = 30 * 60 * 1000

/**
 * Every step runs, whatever became of the ones before it. The last line is `N passed, N failed`:
 * tests, and one more failure for each other step that did not pass.
 */
export async function runSteps(steps: readonly Step[]): Promise<void> {
  const total = { passed: 0, failed: 0 }
  const summary: string[] = []
  const words: string[] = []
  for (const step of steps) {
    process.stdout.write(`\n=== ${step.name}\n`)
    const started = performance.now()
    const outcome = await attempt(step)
    total.passed += outcome.passed
    total.failed += outcome.failed
    const line = `${verdict(outcome)}  ${step.name} (${seconds(started)} s)${details(outcome)}`
    process.stdout.write(`${line}\n`)
    summary.push(line)
    words.push(...(outcome.words ?? []))
  }
  if (words.length > 0) process.stdout.write(`\n=== What failed\n${words.join('\n')}\n`)
  process.stdout.write(`\n=== Summary\n${summary.join('\n')}\n\n`)
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`)
  process.exitCode = total.failed === 0 ? 0 : 1
}

export const skip = (skipped: string): Outcome => ({ ...ok, skipped })

/** A command that passes or fails as a whole. Its words are shown when it fails. */
export async function check(command: readonly string[], env: Record<string, string> = {}) {
  const { code, said } = await execute(command, env)
  if (code !== 0) show(said)
  return { passed: 0, failed: code === 0 ? 0 : 1 }
}

/** A command that prints how many of its tests passed and failed, in the words of `bun test`. */
export async function countTests(command: readonly string[], env: Record<string, string> = {}) {
  const { code, said } = await execute(command, env)
  const plain = Bun.stripANSI(said)
  show(code === 0 ? plain.trim().split('\n').slice(-4).join('\n') : said)
  const passed = lastNumber(plain, /^\s*(\d+) pass$/gm)
  const failed = lastNumber(plain, /^\s*(\d+) fail$/gm)
  if (code === 0) return { passed, failed }
  // A run that breaks outside of any test counts as one failure.
  return { passed, failed: Math.max(failed, 1), words: wordsOfFailures(plain) }
}

/** Bun prints what a test has to say, then its name. */
function wordsOfFailures(plain: string) {
  const words: string[] = []
  let since: string[] = []
  for (const line of plain.split('\n')) {
    if (/^\d+ tests? failed:$/.test(line)) break
    since.push(line.slice(0, longestLine))
    if (!/^\((pass|fail|skip)\)/.test(line)) continue
    if (line.startsWith('(fail)')) words.push(...since.slice(-mostLines))
    since = []
  }
  return words
}

/** Test names may hold whole documents: no line is longer than a reader would read. */
function show(said: string) {
  const lines = said.trimEnd().split('\n')
  process.stdout.write(`${lines.map((line) => line.slice(0, longestLine)).join('\n')}\n`)
}

async function attempt(step: Step): Promise<Outcome> {
  try {
    return await step.run()
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    return { passed: 0, failed: 1 }
  }
}

/** Both streams in the order they came, as text. */
async function execute(command: readonly string[], env: Record<string, string>) {
  const started = Bun.spawn([...command], {
    cwd: root,
    env: { ...process.env, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: stepTimeoutMs,
    killSignal: 'SIGKILL',
  })
  let said = ''
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) said += decoder.decode(chunk, { stream: true })
  }
  await Promise.all([collect(started.stdout), collect(started.stderr), started.exited])
  if (started.signalCode) said += `\nended by ${started.signalCode}`
  return { code: started.exitCode ?? 1, said }
}

function lastNumber(text: string, pattern: RegExp) {
  return Number([...text.matchAll(pattern)].at(-1)?.[1] ?? 0)
}

function verdict({ failed, skipped }: Outcome) {
  if (failed > 0) return 'FAIL'
  return skipped === undefined ? 'ok  ' : 'SKIP'
}

function details({ passed, failed, skipped, again = [] }: Outcome) {
  if (skipped !== undefined) return `: ${skipped}`
  if (passed === 0) return ''
  const twice = again.length > 0 ? ` (at the second attempt: ${again.join(', ')})` : ''
  return `: ${passed} passed${twice}, ${failed} failed`
}

function seconds(started: number) {
  return ((performance.now() - started) / 1000).toFixed(1)
}
