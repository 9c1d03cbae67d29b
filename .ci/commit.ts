/** Finds the commit of a build. */
import { realpathSync } from 'node:fs'

/**
 * Returns the commit of `folder`, abbreviated to the same length in every clone, with `-dirty` if
 * files are changed or new. Returns '' without git, and if `folder` is not the root of a repository
 * but may be inside another project.
 */
export function describeCommit(folder: string): string {
  const top = git(folder, ['rev-parse', '--show-toplevel'])
  if (!top || realpathSync(top) !== realpathSync(folder)) return ''
  const commit = git(folder, ['rev-parse', '--short=10', 'HEAD'])
  const changes = git(folder, ['status', '--porcelain'])
  if (!commit || changes === undefined) return ''
  return changes === '' ? commit : `${commit}-dirty`
}

/** Returns when the current commit was made, or an empty text without git. */
export const readCommitTime = (folder: string): string =>
  git(folder, ['show', '--no-patch', '--format=%cI', 'HEAD']) ?? ''

function git(cwd: string, args: readonly string[]): string | undefined {
  if (!Bun.which('git')) return undefined
  const { exitCode, stdout } = Bun.spawnSync(['git', ...args], { cwd, stderr: 'ignore' })
  return exitCode === 0 ? stdout.toString().trim() : undefined
}
