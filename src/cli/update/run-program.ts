/** Runs another version of this program. */
import { configFlags, type ConfigFlagValues } from '../../platform/config/sources/flags'

const timeoutMs = 120_000

export interface ProgramResult {
  code: number
  out: string
  err: string
}

/** Runs a program until it exits or the time limit is reached. */
export async function runProgram(
  path: string,
  args: readonly string[],
  { limitMs = timeoutMs }: { limitMs?: number | undefined } = {},
): Promise<ProgramResult> {
  const child = Bun.spawn([path, ...args], {
    env: process.env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: limitMs,
  })
  const [out, err, code] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ])
  return { code, out, err }
}

/** Formats the flags that select the same settings for another program. */
export function formatConfigFlags(values: ConfigFlagValues): string[] {
  const names = Object.keys(configFlags) as (keyof typeof configFlags)[]
  return names.flatMap((name) => {
    const value = values[name]
    if (value === undefined) return []
    const given = Array.isArray(value) ? value : [value]
    return given.map((one) => `--${name}=${one}`)
  })
}
