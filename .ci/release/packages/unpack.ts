/** Unpacks packages again, to prove that nothing changed the program inside. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashFile, run } from '../run'
import { programPath } from './contents'

export function unpackPackage(file: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  if (file.endsWith('.deb')) run(['dpkg-deb', '-x', file, folder])
  else run(['sh', '-c', 'rpm2cpio "$1" | cpio -idm --quiet', 'sh', file], { cwd: folder })
}

/** Throws if the program in the package is not `executable`, for example because of `strip`. */
export async function checkPackedProgram(file: string, executable: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-unpacked-'))
  try {
    unpackPackage(file, folder)
    const [packed, original] = await Promise.all([
      hashFile(join(folder, programPath)),
      hashFile(executable),
    ])
    if (packed !== original)
      throw new Error(`The program in ${file} is not the one that was built.`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
