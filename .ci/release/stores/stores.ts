/** Fills the files for app stores and package managers with the version and checksums. */
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { downloadsUrl } from '../../../src/version'
import {
  allTargets,
  type Executables,
  getDownloadName,
  homepage,
  imageName,
  type Release,
} from '../model'
import { listFiles } from '../packages/contents'

const templates = join(import.meta.dir, 'templates')

export interface StoreValues {
  release: Release
  executables: Executables
  /** SHA-256 by file name. */
  checksums: ReadonlyMap<string, string>
  imageDigest: string
}

/** Replaces `@NAME@`. Throws if a value is missing, so that no file is published half-filled. */
export function fillTemplate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/@([A-Z][A-Z0-9_]+)@/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`There is no value for @${name}@.`)
    return value
  })
}

function listValues(given: StoreValues): Record<string, string> {
  const { release, executables, checksums, imageDigest } = given
  const get = (file: string) => {
    const found = checksums.get(file)
    if (found === undefined) throw new Error(`There is no checksum of ${file}.`)
    return found
  }
  const values: Record<string, string> = {
    VERSION: release.version,
    BASE: downloadsUrl,
    HOMEPAGE: homepage,
    IMAGE: imageName,
    IMAGE_DIGEST: imageDigest,
    SHA256_UNIT: get('quire.service'),
    SHA256_SETTINGS: get('service.yaml'),
  }
  for (const target of allTargets.filter((name) => executables[name] !== undefined)) {
    const hash = get(getDownloadName(release.version, target))
    const name = target.toUpperCase().replaceAll('-', '_')
    values[`SHA256_${name}`] = hash
    values[`SRI_${name}`] = `sha256-${Buffer.from(hash, 'hex').toString('base64')}`
  }
  return values
}

/** Writes the files to `stores/` in the folder of the release and returns their names there. */
export function writeStores(given: StoreValues): string[] {
  const values = listValues(given)
  return listFiles(templates).map((file) => {
    const name = join('stores', file)
    const target = join(given.release.folder, name)
    mkdirSync(dirname(target), { recursive: true })
    const source = join(templates, file)
    writeFileSync(target, fillTemplate(readFileSync(source, 'utf8'), values))
    chmodSync(target, statSync(source).mode & 0o777)
    return name
  })
}
