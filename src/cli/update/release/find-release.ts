/**
 * Finds a release, verifies its signature, and checks whether the current version can be updated to
 * it.
 */
import { createHash } from 'node:crypto'
import { verifySignature } from './minisign'
import { type ReleaseSource, readSmallFile } from './release-source'
import { UpdateRefused } from './update-refused'
import { compareVersions, isVersion } from './versions'

const maxBytes = 1024 * 1024

export interface FoundRelease {
  version: string
  /** SHA-256 by file name, from the signed list. */
  checksums: ReadonlyMap<string, string>
  /** Whether the release fixes a security problem. */
  isSecurity: boolean
  /** URL of the release notes. */
  notes: string | undefined
  /** Versions older than this one cannot be updated in one step. */
  minUpgradableFrom: string | undefined
}

interface Wanted {
  /** If undefined, the newest version is used. */
  version: string | undefined
  keys: readonly string[]
  now: Date
}

/** Throws `UpdateRefused` unless the release is signed by one of the keys. */
export async function findRelease(
  source: ReleaseSource,
  { version: wanted, keys, now }: Wanted,
): Promise<FoundRelease> {
  if (keys.length === 0) {
    throw new UpdateRefused(
      'This program has no release key, because it was not built as a release. Specify the key with --key, or build the new version as you built this one.',
    )
  }
  const version = wanted ?? (await readNewestVersion(source))
  if (!isVersion(version)) throw new UpdateRefused(`"${version}" is not a version of Quire.`)
  const checksums = await readChecksums(source, { version, keys })
  const latest = await readSmallFile(source, `${version}/latest.json`, maxBytes)
  if (!latest || checksums.get('latest.json') !== hash(latest)) {
    throw new UpdateRefused(`latest.json of ${version} at ${source.name} is damaged. ${nothing}`)
  }
  const { expires, notes, minUpgradableFrom, security } = parseObject(latest)
  // A specific version may be installed even if its description has expired.
  if (wanted === undefined) refuseExpired(source, expires, now)
  return {
    version,
    checksums,
    isSecurity: security === true,
    notes: typeof notes === 'string' ? notes : undefined,
    minUpgradableFrom: typeof minUpgradableFrom === 'string' ? minUpgradableFrom : undefined,
  }
}

const nothing = 'Nothing was installed.'
const hash = (data: Uint8Array) => createHash('sha256').update(data).digest('hex')

async function readNewestVersion(source: ReleaseSource): Promise<string> {
  const latest = await readSmallFile(source, 'latest.json', maxBytes)
  const version = latest && parseObject(latest)['version']
  if (typeof version === 'string') return version
  throw new UpdateRefused(
    `No version was found at ${source.name}: latest.json is missing or damaged.`,
  )
}

function parseObject(data: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(data.toString())
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

async function readChecksums(
  source: ReleaseSource,
  { version, keys }: { version: string; keys: readonly string[] },
): Promise<Map<string, string>> {
  const list = await readSmallFile(source, `${version}/SHA256SUMS`, maxBytes)
  if (!list) throw new UpdateRefused(`Version ${version} is not at ${source.name}.`)
  const signature = await readSmallFile(source, `${version}/SHA256SUMS.minisig`, maxBytes)
  if (!signature) {
    throw new UpdateRefused(`Version ${version} at ${source.name} is not signed. ${nothing}`)
  }
  const comment = keys
    .map((key) => verifySignature(list, signature.toString(), key))
    .find((found) => found !== undefined)
  if (comment === undefined) {
    throw new UpdateRefused(
      `The signature of version ${version} at ${source.name} is not valid. Do not use these files. ${nothing}`,
    )
  }
  if (!comment.startsWith(`quire ${version} `)) {
    throw new UpdateRefused(
      `The files at ${source.name} belong to a different version than ${version}: "${comment}". ${nothing}`,
    )
  }
  const lines = list.toString().trimEnd().split('\n')
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
}

function refuseExpired({ name }: ReleaseSource, expires: unknown, now: Date) {
  if (typeof expires !== 'string' || new Date(expires) > now) return
  throw new UpdateRefused(
    `The list of versions at ${name} has been out of date since ${expires}. It may be a copy that is no longer updated. To install a version anyway, specify it with --version.`,
  )
}

/** Throws if the current version cannot be updated to the release. */
export function refuseUnreachable({ version, minUpgradableFrom }: FoundRelease, current: string) {
  if (compareVersions(version, current) < 0) {
    throw new UpdateRefused(
      `${version} is older than this version (${current}). An older version cannot use the database. To undo the last update, run "quire rollback".`,
    )
  }
  if (minUpgradableFrom !== undefined && compareVersions(current, minUpgradableFrom) < 0) {
    throw new UpdateRefused(
      `${version} cannot be installed over ${current}. Install ${minUpgradableFrom} first: quire update --version ${minUpgradableFrom}`,
    )
  }
}
