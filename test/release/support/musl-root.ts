/** A root with musl and no glibc, from packages that any machine with Debian can fetch. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fetchPackages } from '../../../.ci/release/image/debian'
import { run } from '../../../.ci/release/run'
import { createFolder } from './release-files'

/** The first release of Debian with a musl that Bun runs on (1.2.5). */
const suite = 'trixie'
/** A package of Python that carries the C++ library for musl. */
const carrier = 'greenlet'

export async function createMuslRoot(): Promise<string> {
  const folder = createFolder()
  const root = join(folder, 'root')
  mkdirSync(root)
  const apt = { architecture: 'amd64', names: ['musl'], folder: join(folder, 'apt'), suite }
  const { files } = await fetchPackages(apt)
  for (const file of files) run(['dpkg-deb', '-x', file, root])
  if (!existsSync(join(root, 'lib'))) symlinkSync('usr/lib', join(root, 'lib'))
  addRuntime(folder, join(root, 'usr/lib/x86_64-linux-musl'))
  return root
}

function addRuntime(folder: string, libraries: string) {
  const wheels = join(folder, 'wheels')
  const platform = ['--platform', 'musllinux_1_2_x86_64', '--python-version', '3.12']
  const options = ['--quiet', '--no-deps', '--only-binary=:all:', ...platform]
  run(['pip', 'download', ...options, '-d', wheels, carrier])
  const [wheel = ''] = readdirSync(wheels)
  run(['unzip', '-q', join(wheels, wheel), '-d', wheels])
  const carried = join(wheels, `${carrier}.libs`)
  for (const name of readdirSync(carried)) {
    copyFileSync(join(carried, name), join(libraries, name))
    // The names in a wheel have a hash: libstdc++-5d72f927.so.6.0.33.
    const plain = name.replace(/-[0-9a-f]+\.so\.(\d+).*$/, '.so.$1')
    copyFileSync(join(carried, name), join(libraries, plain))
  }
}
