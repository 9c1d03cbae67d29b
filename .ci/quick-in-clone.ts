/** Runs `npm run verify -- --quick` in a fresh clone, in which nothing was generated yet. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { check, type Outcome, root } from './steps'

export async function checkQuickInClone(): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-clone-'))
  try {
    const cloned = await check(['git', 'clone', '--quiet', root, folder])
    if (cloned.failed > 0) return cloned
    // Installs the dependencies first, as after every clone.
    return await check(
      ['node', join(folder, '.ci/bun.mjs'), 'run', join(folder, '.ci/verify.ts'), '--quick'],
      {},
      folder,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
