/** Tries a new program before it replaces this one. */
import type { Finding } from '../doctor/doctor-finding'
import type { InstalledProgram } from './program-place'
import { UpdateRefused } from './release/update-refused'
import { runProgram } from './run-program'

interface Trial {
  /** Path of the new program. */
  draft: string
  /** Path of the current program. */
  present: string
  version: string
  configFlags: readonly string[]
}

export async function tryProgram({ draft, present, version, configFlags }: Trial) {
  const told = await askVersion(draft)
  if (told.version !== version) {
    throw new UpdateRefused(
      `The new program does not run on this machine${told.err ? ` (${told.err.trim()})` : ''}. Nothing was installed.`,
    )
  }
  const plan = await runProgram(draft, ['migrate', '--dry-run', ...configFlags])
  if (plan.code !== 0) {
    throw new UpdateRefused(
      `The new version cannot use the database: ${(plan.err || plan.out).trim()} Nothing was installed.`,
    )
  }
  await examine(draft, present, configFlags)
}

/**
 * Throws if another update or rollback has replaced the program since this process started.
 * Otherwise, the wrong program would be kept as the previous one.
 */
export async function refuseReplaced({ path, release }: InstalledProgram) {
  if ((await askVersion(path)).version === release) return
  throw new UpdateRefused(
    `${path} was replaced by another version while this command was starting. Run the command again. Nothing was installed.`,
  )
}

/** Runs a program to find its version. Returns no version if the program does not run. */
async function askVersion(path: string): Promise<{ version: unknown; err: string }> {
  const { code, out, err } = await runProgram(path, ['version', '--json'])
  const found = parseJson(out) as { version?: unknown } | null | undefined
  return { version: code === 0 ? found?.version : undefined, err }
}

/**
 * Throws if `quire doctor` of the new version finds problems that the current version does not
 * report.
 */
async function examine(draft: string, present: string, configFlags: readonly string[]) {
  const problems = await listProblems(draft, configFlags)
  if (problems === undefined) {
    throw new UpdateRefused(
      'The new program started, but its "quire doctor" did not finish. Nothing was installed.',
    )
  }
  if (problems.length === 0) return
  const known = new Set(
    ((await listProblems(present, configFlags)) ?? []).map(({ check }) => check),
  )
  const fresh = problems.filter(({ check }) => !known.has(check))
  if (fresh.length === 0) return
  const list = fresh.map(({ check, message }) => `  ${check}: ${message}`).join('\n')
  throw new UpdateRefused(
    `The new version would not run here. Its "quire doctor" found:\n${list}\nNothing was installed.`,
  )
}

async function listProblems(
  path: string,
  configFlags: readonly string[],
): Promise<Finding[] | undefined> {
  const { out } = await runProgram(path, ['doctor', '--json', ...configFlags])
  const report = parseJson(out) as { findings?: Finding[] } | null | undefined
  return report?.findings?.filter(({ state }) => state === 'problem')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
