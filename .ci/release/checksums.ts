/** SHA256SUMS and its signature. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checksumsName, type Release, signatureName } from './model'
import { type SigningKey, signData } from './minisign'
import { listFiles } from './packages/contents'
import { hashFile } from './run'

/** Hashes all files of the release by name, except the list itself and its signature. */
export async function hashRelease(folder: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (const name of listFiles(folder)) {
    if (name !== checksumsName && name !== signatureName) {
      hashes.set(name, await hashFile(join(folder, name)))
    }
  }
  return hashes
}

/** Writes the list in the format of sha256sum, and its signature if there is a key. */
export async function writeChecksums(
  { folder, version, commit }: Release,
  key: SigningKey | undefined,
): Promise<void> {
  const hashes = await hashRelease(folder)
  const text = [...hashes].map(([name, hash]) => `${hash}  ${name}\n`).join('')
  writeFileSync(join(folder, checksumsName), text)
  if (!key) return
  // The version in the signed comment prevents that another version is delivered in its place.
  const signature = signData(Buffer.from(text), key, `quire ${version} ${commit}`)
  writeFileSync(join(folder, signatureName), signature)
}

/** Reads a list in the format of sha256sum: hashes by name. */
export function readChecksums(folder: string): Map<string, string> {
  const file = join(folder, checksumsName)
  if (!existsSync(file)) return new Map()
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
}
