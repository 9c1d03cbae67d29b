/** The system below the program in the image: C library, certificates, time zones. No shell. */
import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../run'
import { type DebianPackage, fetchPackages } from './debian'

const names = ['libc6', 'libstdc++6', 'libgcc-s1', 'ca-certificates', 'tzdata', 'base-files']
export const imageUser = 10001

const unneeded = [
  'usr/share/doc',
  'usr/share/man',
  'usr/share/lintian',
  'usr/share/bug',
  'usr/share/locale',
  'usr/share/info',
  'etc/update-motd.d',
]

/** Unpacks the system for an architecture of Debian into `root`. */
export async function writeSystem(
  root: string,
  architecture: string,
  scratch: string,
): Promise<DebianPackage[]> {
  mkdirSync(root, { recursive: true })
  const { files, packages } = await fetchPackages({ architecture, names, folder: scratch })
  for (const file of files) run(['dpkg-deb', '-x', file, root])
  const converters = [...new Bun.Glob('usr/lib/*/gconv').scanSync({ cwd: root, onlyFiles: false })]
  for (const path of [...unneeded, ...converters]) {
    rmSync(join(root, path), { recursive: true, force: true })
  }
  for (const path of ['etc/ssl/certs', 'tmp', 'data', 'proc', 'sys', 'dev']) {
    mkdirSync(join(root, path), { recursive: true })
  }
  chmodSync(join(root, 'tmp'), 0o1777)
  writeCertificates(root)
  const user = `quire:x:${imageUser}:${imageUser}::/data:/sbin/nologin`
  writeFileSync(join(root, 'etc/passwd'), `root:x:0:0::/root:/sbin/nologin\n${user}\n`)
  writeFileSync(join(root, 'etc/group'), `root:x:0:\nquire:x:${imageUser}:\n`)
  return packages
}

/** Does what the package does when it is installed. */
function writeCertificates(root: string) {
  const folder = join(root, 'usr/share/ca-certificates')
  const certificates = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.crt'))
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  writeFileSync(join(root, 'etc/ssl/certs/ca-certificates.crt'), certificates.join(''))
}
