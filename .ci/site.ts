/**
 * `npm run site [-- --out FOLDER]`: builds the documents as a small web site with search, in
 * `dist/site`, for any web server and any path on it. A broken link ends the command.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildSite } from './site/build-site'
import { root } from './steps'

const { values } = parseArgs({ options: { out: { type: 'string' } } })
const out = resolve(values.out ?? `${root}/dist/site`)
const { pages } = await buildSite(out)
process.stdout.write(`${pages} pages in ${out}\n`)
