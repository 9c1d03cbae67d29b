/** Writes release.json, which says how a release was made, and latest.json, which names it. */
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TargetName } from '../targets'
import type { Changes } from './changelog'
import type { Image } from './image/image'
import { type Executables, formatTime, getReleaseUrl, isPrerelease, type Release } from './model'
import type { ReleaseTests } from './report'
import { hashFile, run } from './run'

export interface Facts {
  release: Release
  /** The clone that was built. */
  source: string
  executables: Executables
  image: Image
  tests: ReleaseTests | undefined
  publicKey: string | undefined
  /** The target that was built twice, with equal bytes. */
  builtTwice: TargetName
}

export async function writeReleaseDocument(facts: Facts): Promise<void> {
  const { release, source, executables, image, tests, publicKey, builtTwice } = facts
  const { version, commit, madeFrom, epoch } = release
  const built = await Promise.all(
    Object.entries(executables).map(async ([target, path]) => ({
      target,
      bytes: statSync(path).size,
      sha256: await hashFile(path),
    })),
  )
  write(release, 'release.json', {
    version,
    commit,
    madeFrom,
    date: formatTime(epoch),
    tested: tests !== undefined,
    ...(tests ? {} : { warning: 'UNTESTED: the tests were skipped. Do not publish this release.' }),
    signed: publicKey !== undefined,
    ...(publicKey !== undefined && { publicKey }),
    builtTwice,
    bun: { version: Bun.version, packages: listBunPackages(Object.keys(executables)) },
    lockFileSha256: await hashFile(join(source, 'bun.lock')),
    executables: built,
    image: { digest: image.digest, packages: image.packages },
    tests: tests ?? null,
  })
}

/**
 * `quire update` takes a document that is older than this for one of a server that is no longer
 * updated.
 */
const currentDays = 180

export function writeLatestDocument(release: Release, { text }: Changes): void {
  const { version, epoch } = release
  write(release, 'latest.json', {
    version,
    channel: isPrerelease(version) ? 'next' : 'stable',
    date: formatTime(epoch),
    expires: formatTime(epoch + currentDays * 86_400),
    minUpgradableFrom: '0.2.0',
    notes: `${getReleaseUrl(version)}/RELEASE_NOTES.md`,
    security: /^### Security$/m.test(text),
  })
}

function write({ folder }: Release, name: string, document: object) {
  writeFileSync(join(folder, name), `${JSON.stringify(document, undefined, 2)}\n`)
}

/** Asks the package registry for the hashes of the runtimes that the executables begin with. */
const listBunPackages = (names: readonly string[]) =>
  names.map((name) => {
    const id = `@oven/bun-${name.replace('arm64', 'aarch64')}@${Bun.version}`
    return { id, integrity: run(['npm', 'view', id, 'dist.integrity']).trim() }
  })
