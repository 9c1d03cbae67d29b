/**
 * The API document and its viewer. @elysiajs/swagger generates the document from the
 * routes; repair.ts corrects it.
 */
import { swagger } from '@elysiajs/swagger'
import { type AnyElysia, Elysia } from 'elysia'
import script from 'swagger-ui-dist/swagger-ui-bundle.js' with { type: 'file' }
import styles from 'swagger-ui-dist/swagger-ui.css' with { type: 'file' }
import { release } from '../../../version'
import { type Document, repairDocument, addWildcards } from './repair'
import { listWildcards } from './wildcards'
import { getBasePath } from '../pagination'

export const specPath = '/api/v1/openapi.json'
const pagePath = '/docs'

export const openapiRoutes = (routes: () => AnyElysia['routes']) =>
  new Elysia({ name: 'openapi' })
    .onAfterHandle({ as: 'global' }, ({ path, request, responseValue }) => {
      if (path === specPath) {
        const whole = addWildcards(responseValue as Document, listWildcards(routes()))
        return repairDocument(whole, getBasePath(request))
      }
      return path === pagePath ? createDocsPage() : undefined
    })
    .use(swagger({ path: pagePath, specPath, provider: 'swagger-ui', documentation: { info } }))
    .get(`${pagePath}/swagger-ui.css`, () => serveAsset(styles, 'text/css'), hidden)
    .get(`${pagePath}/swagger-ui-bundle.js`, () => serveAsset(script, 'text/javascript'), hidden)
    .get(`${pagePath}/start.js`, () => serveScript(start), hidden)

const hidden = { detail: { hide: true } } as const

const info = {
  title: 'Quire',
  version: release,
  description:
    'Media library server for comics, manga, novels and other books. Times are ISO 8601 in UTC, ids ' +
    'are UUIDs in lower case. All errors use the schema Error.',
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

/** Swagger UI sets inline styles; scripts come only from this server. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const createDocsPage = () =>
  new Response(page, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy },
  })

const serveScript = (text: string) =>
  new Response(text, { headers: { 'content-type': 'text/javascript; charset=utf-8' } })

const serveAsset = (path: string, type: string) =>
  new Response(Bun.file(path), {
    headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=86400' },
  })
