/** A server with plugins, and the service on this machine to which they send requests. */
import { endPrograms } from '../../../src/ingest/plugins/programs/plugin-programs'
import { metadataMatchingJobs } from '../../../src/ingest/metadata-matching/jobs'
import { releaseJobRegistrations } from '../../../src/ingest/releases/jobs'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer } from '../../support/server'
import { type ExamplePlugin, examplePlugin, packTar } from './example-plugin'

export interface PluginServerOptions {
  settings?: Record<string, string>
  /** Handles requests to the service. */
  respond?: (request: Request) => Response | Promise<Response>
}

const works = [
  {
    externalId: 'berserk',
    title: 'Berserk',
    year: 1989,
    alternateTitles: ['ベルセルク'],
    preview: { authors: ['Kentaro Miura'] },
  },
]

const berserk = {
  externalId: 'berserk',
  externalUrl: 'https://example.org/works/berserk',
  title: 'Berserk',
  summary: 'Guts, a <b>former</b> mercenary.',
  status: 'ongoing',
  year: 1989,
  genres: ['Action', 'Horror'],
  authors: [{ name: 'Kentaro Miura', role: 'author' }],
  rating: { score: 93, voteCount: 12_000, source: 'example' },
  externalIds: [{ source: 'api:anilist', externalId: '30002' }],
}

function answerWorks(request: Request): Response {
  const { pathname } = new URL(request.url)
  if (pathname === '/search') return Response.json(works)
  if (pathname === '/works/berserk') return Response.json(berserk)
  return new Response('not found', { status: 404 })
}

export async function startPluginServer({
  settings = {},
  respond = answerWorks,
}: PluginServerOptions = {}) {
  const requests: string[] = []
  const service = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`)
      return respond(request)
    },
  })
  const host = `127.0.0.1:${service.port}`
  const server = await startTestServer({
    'plugins.private_hosts': host,
    'providers.offline': 'false',
    ...settings,
  })
  server.engine.register(metadataMatchingJobs(server.ctx))
  server.engine.register(releaseJobRegistrations(server.ctx))

  const upload = async (
    archive: Uint8Array,
    form: Record<string, string> = {},
    as = 'ada',
    // oxlint-disable-next-line typescript/no-explicit-any -- the body of a response
  ): Promise<{ status: number; body: any }> => {
    const body = new FormData()
    body.set('file', new Blob([archive as Uint8Array<ArrayBuffer>]), 'plugin.tgz')
    // Otherwise, systems that cannot confine plugins would reject the installation.
    body.set('allowUnconfined', 'true')
    for (const [name, value] of Object.entries(form)) body.set(name, value)
    const response = await server.fetch('/api/v1/admin/plugins/install', {
      method: 'POST',
      body,
      as,
    })
    return { status: response.status, body: await response.json() }
  }

  const call = (method: string, path: string, body?: object, as = 'ada') =>
    server.call(method, path, { as, ...(body && { body }) })

  /** Installs the plugin, allows its service, and enables the plugin. */
  async function install(plugin: ExamplePlugin = {}) {
    const installed = await upload(await packTar(examplePlugin(plugin)))
    if (installed.status !== 201) throw new Error(JSON.stringify(installed.body))
    const { id } = installed.body.plugin
    await call('PATCH', `/admin/plugins/${id}`, {
      hosts: [host],
      config: { service: `http://${host}` },
    })
    const enabled = await call('POST', `/admin/plugins/${id}/enable`)
    if (enabled.body.healthCheckPassed !== true) throw new Error(JSON.stringify(enabled.body))
    return id as string
  }

  async function addSeries(title: string) {
    const library = await seedLibrary(server, { type: 'manga' })
    const series = await seedSeries(server, library, { title })
    await seedBook(server, series, {})
    return { library, series }
  }

  return {
    server,
    service,
    host,
    requests,
    upload,
    call,
    install,
    addSeries,
    close: async () => {
      await endPrograms(server.ctx)
      await server.close()
      await service.stop(true)
    },
  }
}

export type PluginServer = Awaited<ReturnType<typeof startPluginServer>>
