/**
 * The description of the API and the page that shows it. @elysiajs/swagger writes the document from the
 * routes; what it writes poorly is put right here and nowhere else.
 */
import { swagger } from '@elysiajs/swagger'
import { type AnyElysia, Elysia } from 'elysia'
import script from 'swagger-ui-dist/swagger-ui-bundle.js' with { type: 'file' }
import styles from 'swagger-ui-dist/swagger-ui.css' with { type: 'file' }
import { release } from '../../../version'
import { type Document, repaired, withWildcards } from './repair'
import { wildcardsOf } from './wildcards'
import { basePathOf } from '../pagination'

export const specPath = '/api/v1/openapi.json'
const pagePath = '/docs'

export const openapi = (routes: () => AnyElysia['routes']) =>
  new Elysia({ name: 'openapi' })
    .onAfterHandle({ as: 'global' }, ({ path, request, responseValue }) => {
      if (path === specPath) {
        const whole = withWildcards(responseValue as Document, wildcardsOf(routes()))
        return repaired(whole, basePathOf(request))
      }
      return path === pagePath ? html() : undefined
    })
    .use(swagger({ path: pagePath, specPath, provider: 'swagger-ui', documentation: { info } }))
    .get(`${pagePath}/swagger-ui.css`, () => asset(styles, 'text/css'), hidden)
    .get(`${pagePath}/swagger-ui-bundle.js`, () => asset(script, 'text/javascript'), hidden)
    .get(`${pagePath}/start.js`, () => javascript(start), hidden)

const hidden = { detail: { hide: true } } as const

const info = {
  title: 'Quire',
  version: release,
  description:
    'Media library server for comics, manga, novels and other books. Times are ISO 8601 in UTC, ids ' +
    'are UUIDs in lower case. Every refusal has the shape of the schema Error.',
  license: { name: 'MIT', identifier: 'MIT' },
}

const start = `window.ui = SwaggerUIBundle({
  url: 'api/v1/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  validatorUrl: null,
})`

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Quire: API</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="docs/swagger-ui.css" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`

/** The page sets styles on its own elements; scripts come from this server alone. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const html = () =>
  new Response(page, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy },
  })

const javascript = (text: string) =>
  new Response(text, { headers: { 'content-type': 'text/javascript; charset=utf-8' } })

const asset = (path: string, type: string) =>
  new Response(Bun.file(path), {
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=86400' },
  })
