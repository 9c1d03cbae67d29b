/** Finds what a release is made from: a tag or a clean HEAD. */
import { join } from 'node:path'
import bun from '../bun-version.json' with { type: 'json' }
import { isVersion } from './model'

export interface Source {
  commit: string
  epoch: number
  /** `tag v0.2.0` or `HEAD`. */
  madeFrom: string
  isTagged: boolean
}

export async function findSource(root: string, version: string): Promise<Source> {
  if (!isVersion(version)) {
    throw new Error(`"${version}" is not a version such as 0.2.0. Usage: npm run release -- 0.2.0`)
  }
  const manifest = await Bun.file(join(root, 'package.json')).json()
  if (manifest.version !== version) {
    throw new Error(`package.json says ${manifest.version}, not ${version}. Change it and commit.`)
  }
  if (Bun.version !== bun.version) {
    throw new Error(`A release is built by Bun ${bun.version} exactly. This is ${Bun.version}.`)
  }
  const git = (...args: string[]) => runGit(root, args)
  const changed = git('status', '--porcelain').stdout
  if (changed !== '') {
    throw new Error(`The work tree differs from the commit. Commit or remove:\n${changed}`)
  }
  const commit = git('rev-parse', 'HEAD').stdout
  const epoch = Number(git('show', '--no-patch', '--format=%ct', 'HEAD').stdout)
  const tag = `v${version}`
  const tagged = git('rev-parse', '--verify', '--quiet', `refs/tags/${tag}^{commit}`)
  if (tagged.code !== 0) return { commit, epoch, madeFrom: 'HEAD', isTagged: false }
  if (tagged.stdout !== commit) {
    throw new Error(`${tag} is ${tagged.stdout}, but ${commit} is checked out. Check out ${tag}.`)
  }
  return { commit, epoch, madeFrom: `tag ${tag}`, isTagged: true }
}

function runGit(cwd: string, args: readonly string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync(['git', ...args], { cwd, env: process.env })
  if (exitCode !== 0 && !args.includes('--quiet')) {
    throw new Error(`"git ${args.join(' ')}" failed: ${stderr.toString().trim()}`)
  }
  return { code: exitCode, stdout: stdout.toString().trim() }
}
