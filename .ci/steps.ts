/** Runs stages one after another, their steps in parallel, and summarizes the results. */
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

export type Outcome = {
  passed: number
  failed: number
  skipped?: string
  /** Text that is printed when the step has ended. */
  output?: string
  /** Output of each failed test, repeated above the summary. */
  failures?: readonly string[]
  failedFiles?: readonly string[]
  /** Files that failed first and passed alone, a line each. */
  flaky?: readonly string[]
  /** Failures of quarantined tests, a line each. They do not count. */
  quarantined?: readonly string[]
  cpuSeconds?: number
}
export type Step = { name: string; run: () => Promise<Outcome> }
/** Steps that do not depend on each other. */
export type Stage = readonly Step[]

export const root = resolve(import.meta.dir, '..')

const longestLine = 400
/** Number of output lines per failed test, enough for message, code excerpt and stack. */
const mostLines = 40
/** Only a hanging command reaches this limit, even on a slow machine. */
const usualLimitMinutes = 20
/** A run with more flaky files fails. */
const maxFlaky = 2

let limitMs = usualLimitMinutes * 60_000

/** Sets the time limit of each command. */
export function setLimit(minutes: number): void {
  limitMs = minutes * 60_000
}

/**
 * Runs every step, whether or not previous steps passed. The last line, `N passed, N failed`,
 * counts tests, and each failed step without tests as one failure. Returns whether all passed.
 */
export async function runStages(stages: readonly Stage[]): Promise<boolean> {
  const results: Result[] = []
  for (const stage of stages) results.push(...(await forEachAtOnce(stage, runStep)))
  const outcomes = results.map(({ outcome }) => outcome)
  const failures = outcomes.flatMap(({ failures: found = [] }) => found)
  if (failures.length > 0) print(`\n=== Failures\n${failures.join('\n')}`)
  print(`\n=== Summary\n${results.map(({ line }) => line).join('\n')}\n`)
  for (const line of outcomes.flatMap(({ quarantined = [] }) => quarantined)) print(line)
  const flaky = outcomes.flatMap((outcome) => outcome.flaky ?? [])
  for (const line of flaky) print(line)
  const isTooFlaky = flaky.length > maxFlaky
  if (isTooFlaky) print(`More than ${maxFlaky} files are flaky, so the run fails.`)
  const passed = sum(outcomes.map((outcome) => outcome.passed))
  const failed = sum(outcomes.map((outcome) => outcome.failed)) + (isTooFlaky ? flaky.length : 0)
  print(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
  return failed === 0
}

type Result = { outcome: Outcome; line: string }

async function runStep(step: Step): Promise<Result> {
  const started = performance.now()
  const outcome = await attempt(step)
  const time = `${formatSeconds(started)} s${formatCpu(outcome)}`
  const line = `${formatVerdict(outcome)}  ${step.name} (${time})${formatDetails(outcome)}`
  print(`\n=== ${step.name}`)
  if (outcome.output) print(limitLines(outcome.output))
  print(line)
  return { outcome, line }
}

/** Processes at most `most` items in parallel. Returns the results in the order of `items`. */
export async function forEachAtOnce<Item, Done>(
  items: readonly Item[],
  run: (item: Item) => Promise<Done>,
  most = availableParallelism(),
): Promise<Done[]> {
  const done: Done[] = []
  const waiting = [...items.entries()]
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      done[next[0]] = await run(next[1])
  }
  await Promise.all(Array.from({ length: most }, lane))
  return done
}

export const skip = (skipped: string): Outcome => ({ passed: 0, failed: 0, skipped })

/** Runs a command that passes or fails as a whole. Its output is shown when it fails. */
export async function check(
  command: readonly string[],
  env: Record<string, string> = {},
  cwd = root,
): Promise<Outcome> {
  const { code, output, cpuSeconds } = await execute(command, env, cwd)
  return code === 0
    ? { passed: 0, failed: 0, cpuSeconds }
    : { passed: 0, failed: 1, output, cpuSeconds }
}

/**
 * Runs a command that prints the numbers of passed and failed tests in the format of `bun test`.
 */
export async function countTests(
  command: readonly string[],
  env: Record<string, string> = {},
): Promise<Outcome> {
  const { code, output, cpuSeconds } = await execute(command, env)
  const plain = Bun.stripANSI(output)
  const passed = findLastNumber(plain, /^\s*(\d+) pass$/gm)
  const failed = findLastNumber(plain, /^\s*(\d+) fail$/gm)
  if (code === 0) {
    return { passed, failed, cpuSeconds, output: summarize(plain) }
  }
  // A run that fails outside of any test counts as one failure.
  const failures = listFailures(plain)
  return { passed, failed: Math.max(failed, 1), cpuSeconds, output, failures }
}

/** Returns the last lines of `bun test`, with the numbers of tests. */
export const summarize = (output: string): string =>
  Bun.stripANSI(output).trim().split('\n').slice(-4).join('\n')

/** Lists the output of failed tests. Bun prints the output of a test before its name. */
export function listFailures(output: string): string[] {
  const failures: string[] = []
  let since: string[] = []
  for (const line of Bun.stripANSI(output).split('\n')) {
    if (/^\d+ tests? failed:$/.test(line)) break
    since.push(line.slice(0, longestLine))
    if (!/^\((pass|fail|skip)\)/.test(line)) continue
    if (line.startsWith('(fail)')) failures.push(...since.slice(-mostLines))
    since = []
  }
  return failures
}

/** Truncates long lines, because test names may contain whole documents. */
function limitLines(output: string) {
  const lines = output.trimEnd().split('\n')
  return lines.map((line) => line.slice(0, longestLine)).join('\n')
}

function print(text: string) {
  process.stdout.write(`${text}\n`)
}

async function attempt(step: Step): Promise<Outcome> {
  try {
    return await step.run()
  } catch (error) {
    const output = error instanceof Error ? error.stack : undefined
    return { passed: 0, failed: 1, output: output ?? String(error) }
  }
}

/** Time for output that is still on its way when a command has ended. */
const lateOutputMs = 10_000

/**
 * Runs a command. Combines both output streams in the order of arrival. The processor time includes
 * child processes. A command that leaves a process with its output open has failed.
 */
export async function execute(
  command: readonly string[],
  env: Record<string, string>,
  cwd = root,
  waitMs = lateOutputMs,
) {
  const started = Bun.spawn([...command], {
    cwd,
    env: { ...process.env, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: limitMs,
    killSignal: 'SIGKILL',
  })
  let output = ''
  const collectOutput = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) output += decoder.decode(chunk, { stream: true })
  }
  const all = Promise.all([collectOutput(started.stdout), collectOutput(started.stderr)])
  await started.exited
  const isAlone = await endsWithin(all, waitMs)
  if (!isAlone) output += `\n${command.join(' ')} left a process running`
  if (started.signalCode) output += `\nended by ${started.signalCode}`
  const cpuSeconds = Number(started.resourceUsage()?.cpuTime.total ?? 0) / 1e6
  const code = started.exitCode ?? 1
  return { code: isAlone ? code : code || 1, output, cpuSeconds }
}

async function endsWithin(task: Promise<unknown>, ms: number): Promise<boolean> {
  const verdict = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => verdict.resolve(false), ms)
  void task.then(() => verdict.resolve(true), verdict.reject)
  return verdict.promise.finally(() => clearTimeout(timer))
}

function findLastNumber(text: string, pattern: RegExp) {
  return Number([...text.matchAll(pattern)].at(-1)?.[1] ?? 0)
}

function formatVerdict({ failed, skipped }: Outcome) {
  if (failed > 0) return 'FAIL'
  return skipped === undefined ? 'ok  ' : 'SKIP'
}

const formatCpu = ({ cpuSeconds }: Outcome) =>
  cpuSeconds === undefined ? '' : `, ${cpuSeconds.toFixed(0)} s of processor time`

function formatDetails({ passed, failed, skipped }: Outcome) {
  if (skipped !== undefined) return `: ${skipped}`
  return passed === 0 ? '' : `: ${passed} passed, ${failed} failed`
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

function formatSeconds(started: number) {
  return ((performance.now() - started) / 1000).toFixed(1)
}
