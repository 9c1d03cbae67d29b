/**
 * The API document: `docs/openapi.json` is what `quire openapi` prints, and it keeps the rules of
 * OpenAPI. `--write` brings the file up to date first, and the types that the interface makes of it.
 */
import { resolve } from 'node:path'
import { createConfig, formatProblems, getTotals, lint } from '@redocly/openapi-core'
import openapiTS, { astToString } from 'openapi-typescript'

const root = resolve(import.meta.dir, '..')
const path = resolve(root, 'docs/openapi.json')
/** What the interface's client knows of the API. */
const typesPath = resolve(root, 'src/web/ui/api/schema.d.ts')

async function main() {
  const { exitCode, stdout } = Bun.spawnSync([process.execPath, 'src/main.ts', 'openapi'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (exitCode !== 0) throw new Error('`quire openapi` failed')
  if (process.argv.includes('--write')) await Bun.write(path, stdout)

  const stored = Bun.file(path)
  if (!(await stored.exists()) || (await stored.text()) !== stdout.toString()) {
    throw new Error('docs/openapi.json is out of date: run `bun .ci/openapi.ts --write`')
  }
  await checkTypes(stdout.toString())
  await checkRules()
}

async function checkTypes(document: string) {
  const written = astToString(await openapiTS(document))
  const types = formatted(`// Written by .ci/openapi.ts from docs/openapi.json.\n${written}`)
  if (process.argv.includes('--write')) await Bun.write(typesPath, types)
  const stored = Bun.file(typesPath)
  if ((await stored.exists()) && (await stored.text()) === types) return
  throw new Error('The types of the API are out of date: run `bun .ci/openapi.ts --write`')
}

/** As everything else in the project, so that writing it and formatting all come to the same. */
function formatted(types: string) {
  const command = [process.execPath, 'fmt', '--stdin-filepath', typesPath]
  const { exitCode, stdout } = Bun.spawnSync(command, {
    cwd: root,
    stdin: Buffer.from(types),
    stderr: 'inherit',
  })
  if (exitCode !== 0) throw new Error('The types of the API could not be formatted')
  return stdout.toString()
}

async function checkRules() {
  const config = await createConfig({
    extends: ['recommended'],
    // A self-hosted server has no fixed address, and its refusals are described once for all.
    rules: { 'no-server-example.com': 'off', 'operation-4xx-response': 'off' },
  })
  const problems = await lint({ ref: path, config })
  const totals = getTotals(problems)
  if (problems.length > 0) formatProblems(problems, { totals, maxProblems: 40, format: 'stylish' })
  if (totals.errors > 0)
    throw new Error(`docs/openapi.json breaks ${totals.errors} rules of OpenAPI`)
}

await main()
