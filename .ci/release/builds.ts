/** Builds the executables from fresh clones of one commit. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TargetName } from '../targets'
import { type Executables, getExecutableName } from './model'
import { hashFile, run } from './run'

export interface Checkout {
  folder: string
  commit: string
}

/** Clones the commit, so that no file of the work tree gets into the release. */
export function cloneCommit(root: string, commit: string, folder: string): Checkout {
  rmSync(folder, { recursive: true, force: true })
  run(['git', 'clone', '--quiet', '--no-checkout', root, folder])
  run(['git', '-c', 'advice.detachedHead=false', 'checkout', '--quiet', commit], { cwd: folder })
  return { folder, commit }
}

/** Builds a target and returns the path of the executable. */
function buildTarget({ folder }: Checkout, target: TargetName): string {
  const outfile = join(folder, 'dist', target, getExecutableName(target))
  mkdirSync(join(folder, 'dist', target), { recursive: true })
  const build = ['run', '.ci/build.ts', `--target=${target}`, `--outfile=${outfile}`]
  run([process.execPath, '.ci/bun.mjs', ...build], { cwd: folder })
  return outfile
}

export function buildTargets(checkout: Checkout, names: readonly TargetName[]): Executables {
  const built: Executables = {}
  for (const name of names) {
    const started = performance.now()
    built[name] = buildTarget(checkout, name)
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    process.stdout.write(`Built ${name} in ${seconds} s\n`)
  }
  return built
}

/** Builds a target again from another clone in another folder. Throws if the bytes differ. */
export async function compareWithSecondBuild(
  first: string,
  second: Checkout,
  target: TargetName,
): Promise<string> {
  const [expected, found] = await Promise.all([
    hashFile(first),
    hashFile(buildTarget(second, target)),
  ])
  if (expected === found) return expected
  throw new Error(`Two builds of ${target} differ: ${expected} and ${found}.`)
}
