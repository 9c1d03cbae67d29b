/**
 * Checks that `docs/openapi.json` equals the output of `quire openapi` and follows the rules of
 * OpenAPI. `--write` updates the file first. The API types of the interface are generated from it.
 */
import { resolve } from 'node:path'
import { createConfig, formatProblems, getTotals, lint } from '@redocly/openapi-core'
import { generateApiTypes } from './api-types'

const root = resolve(import.meta.dir, '..')
const path = resolve(root, 'docs/openapi.json')

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
  await generateApiTypes()
  await checkRules()
}

async function checkRules() {
  const config = await createConfig({
    extends: ['recommended'],
    // A self-hosted server has no fixed URL, and its errors are described once for all operations.
    rules: { 'no-server-example.com': 'off', 'operation-4xx-response': 'off' },
  })
  const problems = await lint({ ref: path, config })
  const totals = getTotals(problems)
  if (problems.length > 0) formatProblems(problems, { totals, maxProblems: 40, format: 'stylish' })
  if (totals.errors > 0)
    throw new Error(`docs/openapi.json breaks ${totals.errors} rules of OpenAPI`)
}

await main()
