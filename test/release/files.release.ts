/** The folder of a release: complete, with right checksums, signed or plainly unsigned. */
import { expect } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { hashRelease, readChecksums } from '../../.ci/release/checksums'
import {
  allTargets,
  architectures,
  checksumsName,
  getDebName,
  getDownloadName,
  getImageFile,
  getRpmName,
  getSbomName,
  signatureName,
} from '../../.ci/release/model'
import { verifySignature } from '../../src/cli/update/release/minisign'
import { getFile, releaseFolder, version } from './support/release-files'
import { releaseTest } from './support/release-test'

const needs = { release: true }

releaseTest('the release has all files', needs, () => {
  const expected = [
    ...allTargets.map((target) => getDownloadName(version, target)),
    ...architectures.map((one) => getDebName(version, one)),
    ...architectures.map((one) => getRpmName(version, one)),
    getImageFile(version),
    getSbomName(version),
    'install.sh',
    'latest.json',
    'quire.service',
    'service.yaml',
    'stores/homebrew/quire.rb',
    checksumsName,
  ]
  expect(expected.filter((name) => !existsSync(getFile(name)))).toEqual([])
})

releaseTest('every file has the checksum of SHA256SUMS', needs, async () => {
  expect(readChecksums(releaseFolder)).toEqual(await hashRelease(releaseFolder))
})

releaseTest('the signature is that of the key in install.sh', needs, () => {
  const key = /^ {2}key=\$\{QUIRE_KEY:-(.*)\}$/m.exec(
    readFileSync(getFile('install.sh'), 'utf8'),
  )?.[1]
  expect(key).toBeDefined()
  // Without a key, the release notes and release.json say that the release is not signed.
  expect(existsSync(getFile(signatureName))).toBe(key !== '')
  if (key === '') return
  const signature = readFileSync(getFile(signatureName), 'utf8')
  const comment = verifySignature(readFileSync(getFile(checksumsName)), signature, key!)
  expect(comment).toStartWith(`quire ${version} `)
})

releaseTest('latest.json names the version', needs, () => {
  const latest = JSON.parse(readFileSync(getFile('latest.json'), 'utf8'))
  expect(latest).toMatchObject({ version, security: expect.any(Boolean) })
})
