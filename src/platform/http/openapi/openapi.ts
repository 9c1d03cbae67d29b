/**
 * The API document and its viewer. @elysiajs/swagger generates the document from the
 * routes; repair.ts corrects it.
 */
import { type AnyElysia, Elysia } from 'elysia'
import script from 'swagger-ui-dist/swagger-ui-bundle.js' with { type: 'file' }
import styles from 'swagger-ui-dist/swagger-ui.css' with { type: 'file' }
import { release } from '../../../version'
import { type Document, repairDocument, addWildcards } from './repair'
import { listWildcards } from './wildcards'
import { getBasePath } from '../pagination'

export const apiPrefix = '/api/v1'
const specName = '/openapi.json'
export const specPath = `${apiPrefix}${specName}`
const pagePath = '/docs'

/** Serves the document, at a path relative to the API prefix. */
export function openapiRoutes(routes: () => AnyElysia['routes']) {
  let generated: Promise<Document> | undefined
  // The document is public, and the base path is nearly always the same, so one document is cached.
  let repaired: { basePath: string; document: Document } | undefined
  const getDocument = async (basePath: string) => {
    const whole = await (generated ??= generateDocument(routes()))
    if (repaired?.basePath !== basePath)
      repaired = { basePath, document: repairDocument(whole, basePath) }
    return repaired.document
  }
  return new Elysia({ name: 'openapi' }).get(
    specName,
    async ({ request }) => getDocument(getBasePath(request)),
    hidden,
  )
}

/** Serves the viewer of the API document. */
export const docsRoutes = () =>
  new Elysia({ name: 'docs' })
    .get(pagePath, createDocsPage, hidden)
    .get(`${pagePath}/swagger-ui.css`, () => serveAsset(styles, 'text/css'), hidden)
    .get(`${pagePath}/swagger-ui-bundle.js`, () => serveAsset(script, 'text/javascript'), hidden)
    .get(`${pagePath}/start.js`, () => serveScript(start), hidden)

/** The generator is loaded on demand, because it would delay the start of the server. */
async function generateDocument(routes: AnyElysia['routes']): Promise<Document> {
  const { swagger } = await import('@elysiajs/swagger')
  let generated: unknown
  const app = new Elysia()
    // The document is not read from the response, because JSON drops the symbols that routes set.
    .onAfterHandle({ as: 'global' }, ({ responseValue }) => void (generated = responseValue))
    .use(swagger({ path: pagePath, specPath, provider: 'swagger-ui', documentation: { info } }))
  for (const { method, path, hooks } of routes) {
    const { body, params, query, response, type, detail } = hooks
    if (detail?.hide) continue
    app.route(method, path, () => null, { body, params, query, response, type, detail })
  }
  await app.handle(new Request(`http://localhost${specPath}`))
  return addWildcards(generated as Document, listWildcards(routes))
}

const hidden = { detail: { hide: true } } as const

const info = {
  title: 'Quire',
  version: release,
  description:
    'Media library server for comics, manga, novels and other books. Times are ISO 8601 in UTC, IDs ' +
    'are lowercase UUIDs. All errors use the schema Error.',
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

/** Swagger UI sets inline styles. Scripts come only from this server. */
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
