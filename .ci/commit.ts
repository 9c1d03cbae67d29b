/** The commit that a build is made from. */
import { realpathSync } from 'node:fs'

/**
 * The abbreviated commit checked out in `folder`, with `-dirty` when files differ from it or are new. Empty
 * without git, or when `folder` is not the root of a repository: it may lie inside that of another project.
 */
export function describeCommit(folder: string): string {
  const top = git(folder, ['rev-parse', '--show-toplevel'])
  if (!top || realpathSync(top) !== realpathSync(folder)) return ''
  const commit = git(folder, ['rev-parse', '--short', 'HEAD'])
  const changes = git(folder, ['status', '--porcelain'])
  if (!commit || changes === undefined) return ''
  return changes === '' ? commit : `${commit}-dirty`
}

function git(cwd: string, words: readonly string[]): string | undefined {
  if (!Bun.which('git')) return undefined
  const { exitCode, stdout } = Bun.spawnSync(['git', ...words], { cwd, stderr: 'ignore' })
  return exitCode === 0 ? stdout.toString().trim() : undefined
}
