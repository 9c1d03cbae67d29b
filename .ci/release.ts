/**
 * `npm run release -- 0.2.0 [--skip-tests]`: makes all files of a release in
 * `dist/release/0.2.0` from the tag `v0.2.0`, or from HEAD if there is no such tag. The tree must be
 * clean. docs/releasing.md describes the files and what a machine needs.
 */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { downloadsUrl } from '../src/version'
import { buildTargets, cloneCommit, compareWithSecondBuild } from './release/builds'
import { type Changes, findChanges } from './release/changelog'
import { hashRelease, writeChecksums } from './release/checksums'
import { writeLatestDocument, writeReleaseDocument } from './release/documents'
import { writeDownload } from './release/downloads'
import { type Image, writeImage } from './release/image/image'
import { formatPublicKey, parseSecretKey, type SigningKey } from './release/minisign'
import {
  allTargets,
  architectures,
  type Executables,
  getSbomName,
  type Release,
} from './release/model'
import { formatNotes } from './release/notes'
import { packageSettings, packageUnit } from './release/packages/contents'
import { writeDeb } from './release/packages/deb'
import { writeRpm } from './release/packages/rpm'
import { checkPackedProgram } from './release/packages/unpack'
import { writePackedSite } from './release/packed-site'
import { readReport, type ReleaseTests, reportVariable } from './release/report'
import { requirePrograms } from './release/run'
import { buildSbom } from './release/sbom/sbom'
import { findSource } from './release/source'
import { writeStoreIcons } from './release/stores/icons'
import { fillTemplate, writeStores } from './release/stores/stores'
import { refuseUnreleasedDocuments } from './release/unreleased'

const root = resolve(import.meta.dir, '..')
const releases = join(root, 'dist', 'release')
const programs = [
  'apt-get',
  'cpio',
  'dpkg-deb',
  'git',
  'gzip',
  'npm',
  'rpm2cpio',
  'rpmbuild',
  'tar',
  'zip',
]
const builtTwice = 'linux-x64'

interface Work {
  release: Release
  changes: Changes
  key: SigningKey | undefined
  executables: Executables
  /** The clone that was built. */
  source: string
}

async function main() {
  const { values, positionals } = parseArgs({
    options: { 'skip-tests': { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const version = positionals[0] ?? ''
  const source = await findSource(root, version)
  refuseUnreleasedDocuments(root, source.isTagged)
  requirePrograms(programs)
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const changes = findChanges(changelog, version, source.isTagged)
  const secret = process.env['QUIRE_SIGNING_KEY']
  const key = secret ? parseSecretKey(secret) : undefined
  print(`Releasing ${version} from ${source.madeFrom} (${source.commit}), ${describeKey(key)}`)
  if (!values['skip-tests']) runTests('.ci/test-all.ts')

  mkdirSync(releases, { recursive: true })
  removeUnfinished()
  const folder = mkdtempSync(join(releases, '.unfinished-'))
  const compression = values['skip-tests'] ? 'fast' : 'small'
  const release: Release = { version, folder, compression, ...source }
  const { checkout, executables } = await build(release)
  const work: Work = { release, changes, key, executables, source: checkout }
  const image = await writeFiles(work)
  const tests = values['skip-tests'] ? undefined : testRelease(release)
  await writeDocuments(work, image, tests)
  publish(release)
}

const describeKey = (key: SigningKey | undefined) =>
  key ? `signed by ${formatPublicKey(key)}` : 'UNSIGNED: QUIRE_SIGNING_KEY is not set'

async function build({ commit }: Release) {
  const scratch = join(root, '.cache', 'release')
  const first = cloneCommit(root, commit, join(scratch, 'quire'))
  const executables = buildTargets(first, allTargets)
  // Another path shows that the bytes do not depend on it.
  const second = cloneCommit(root, commit, join(scratch, 'second', 'copy of quire'))
  const hash = await compareWithSecondBuild(executables[builtTwice] ?? '', second, builtTwice)
  print(`Two builds of ${builtTwice} are equal: ${hash}`)
  return { checkout: first.folder, executables }
}

/** Writes what people download. Checksums and signature are there for the tests. */
async function writeFiles(work: Work): Promise<Image> {
  const { release, executables, key } = work
  for (const target of allTargets) {
    print(`Compressed ${writeDownload(release, target, executables[target] ?? '')}`)
  }
  for (const architecture of architectures) {
    const executable = executables[architecture.target] ?? ''
    for (const writePackage of [writeDeb, writeRpm]) {
      const name = writePackage(release, architecture, executable)
      await checkPackedProgram(join(release.folder, name), executable)
      print(`Packed ${name}`)
    }
  }
  const image = await writeImage(release, executables)
  print(`Packed ${image.name}, ${image.digest}`)
  print(`Packed ${await writePackedSite(release)}`)
  const write = (name: string, text: string) => writeFileSync(join(release.folder, name), text)
  write(getSbomName(release.version), `${formatSbom(work)}\n`)
  write('quire.service', packageUnit)
  write('service.yaml', packageSettings)
  const script = readFileSync(join(import.meta.dir, 'release', 'install.sh'), 'utf8')
  const publicKey = key ? formatPublicKey(key) : ''
  write('install.sh', fillTemplate(script, { BASE: downloadsUrl, PUBLIC_KEY: publicKey }))
  writeLatestDocument(release, work.changes)
  const checksums = await hashRelease(release.folder)
  writeStores({ release, executables, checksums, imageDigest: image.digest })
  await writeStoreIcons(release.folder)
  await writeChecksums(release, key)
  return image
}

function formatSbom({ release, source }: Work) {
  const caches = [
    ...new Bun.Glob('.cache/modules-*/node_modules').scanSync({
      cwd: source,
      dot: true,
      onlyFiles: false,
    }),
  ].toSorted()
  const modules = ['node_modules', ...caches].map((folder) => join(source, folder))
  const sbom = buildSbom(release, { root: source, modules, versions: process.versions })
  return JSON.stringify(sbom, undefined, 1)
}

function testRelease({ folder }: Release): ReleaseTests {
  const report = join(root, '.cache', 'release', 'report.json')
  rmSync(report, { force: true })
  runTests('.ci/test-release.ts', { QUIRE_RELEASE: folder, [reportVariable]: report })
  return readReport(report)
}

function runTests(script: string, env: Record<string, string> = {}) {
  const { exitCode } = Bun.spawnSync([process.execPath, script], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (exitCode !== 0) throw new Error(`${script} failed. Nothing was released.`)
}

async function writeDocuments(work: Work, image: Image, tests: ReleaseTests | undefined) {
  const { release, changes, key, executables, source } = work
  const publicKey = key && formatPublicKey(key)
  await writeReleaseDocument({
    release,
    source,
    executables,
    image,
    tests,
    publicKey,
    builtTwice,
  })
  const checksums = await hashRelease(release.folder)
  const notes = formatNotes({ release, changes, checksums, tests, publicKey })
  writeFileSync(join(release.folder, 'RELEASE_NOTES.md'), notes)
  await writeChecksums(release, key)
}

/** Removes what failed runs left for looking at. */
function removeUnfinished() {
  for (const name of new Bun.Glob('.unfinished-*').scanSync({
    cwd: releases,
    dot: true,
    onlyFiles: false,
  })) {
    rmSync(join(releases, name), { recursive: true })
  }
}

/** Puts the folder in its place, where there are only complete releases. */
function publish({ folder, version }: Release) {
  const target = join(releases, version)
  rmSync(target, { recursive: true, force: true })
  chmodSync(folder, 0o755)
  renameSync(folder, target)
  print(`The release is in ${target}`)
}

function print(text: string) {
  process.stdout.write(`${text}\n`)
}

await main()
