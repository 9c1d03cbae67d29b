/** A server with a fake notification service. */
import { eq } from 'drizzle-orm'
import { enqueueSending } from '../../../src/admin/notifications/deliver'
import { notificationJobs } from '../../../src/admin/notifications/jobs'
import { notificationChannels } from '../../../src/admin/notifications/schema'
import { releases, releaseSources } from '../../../src/ingest/releases/schema'
import { jobs } from '../../../src/platform/jobs/schema'
import { seedLibrary, seedSeries } from '../../support/seed'
import { startTestServer } from '../../support/server'
import { waitUntil } from '../../support/wait-until'
import { startFakeServices } from './fake-services'

const minuteMs = 60_000
export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * minuteMs)

export async function startChannelServer(settings: Record<string, string> = {}) {
  const services = startFakeServices()
  const server = await startTestServer({
    'notifications.allowed_hosts': services.host,
    ...settings,
  })
  server.engine.register(notificationJobs(server.ctx))
  await server.engine.start()
  const series = await seedSeries(server, await seedLibrary(server), { title: 'Harbor' })
  const at = new Date()
  const kind = { pluginId: 'quire', sourceKey: 'feed:test', displayName: 'News', kind: 'feed' }
  const [source] = await server.ctx.write((tx) =>
    tx
      .insert(releaseSources)
      .values({ ...kind, kind: 'feed', config: {}, createdAt: at, updatedAt: at })
      .returning(),
  )
  let lastChapter = 0

  async function announce(count: number, announcedAt = minutesAgo(1)) {
    const rows = Array.from({ length: count }, () => {
      const chapter = ++lastChapter
      return {
        sourceId: source!.id,
        seriesId: series.id,
        externalReleaseId: `c${chapter}`,
        title: `c.${chapter}`,
        chapters: [{ start: chapter, end: chapter }],
        volumes: [],
        lastChapter: chapter,
        payloadUrl: '',
        confidence: 1,
        state: 'announced' as const,
        observedAt: announcedAt,
        listedAt: announcedAt,
        announcedAt,
      }
    })
    for (let from = 0; from < rows.length; from += 500) {
      await server.ctx.write((tx) => tx.insert(releases).values(rows.slice(from, from + 500)))
    }
  }

  const change = (id: string, values: Partial<typeof notificationChannels.$inferInsert>) =>
    server.ctx.write((tx) =>
      tx.update(notificationChannels).set(values).where(eq(notificationChannels.id, id)),
    )

  /** Adds a channel that was created an hour ago. */
  async function addChannel(given: object = {}, as = 'max'): Promise<string> {
    const address = `http://${services.host}/hook`
    const body = { kind: 'webhook', name: 'Home', address, newsKinds: ['release'], ...given }
    const answer = await server.call('POST', '/user/notification-channels', { as, body })
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    await change(answer.body.id, { sentUntil: minutesAgo(60) })
    return answer.body.id
  }

  const findChannel = async (id: string) =>
    (
      await server.ctx.db.select().from(notificationChannels).where(eq(notificationChannels.id, id))
    )[0]

  async function waitForJobs() {
    await waitUntil(async () => {
      const open = await server.ctx.db
        .select()
        .from(jobs)
        .where(eq(jobs.kind, 'send_notifications'))
      return open.every(({ state }) => state !== 'ready' && state !== 'running')
    })
  }

  /** Runs the job that the schedule would start, and waits for it. */
  async function sendNow(id: string) {
    await server.ctx.write((tx) => enqueueSending(server.ctx, tx, `notifications:${id}`))
    await waitForJobs()
  }

  return {
    services,
    server,
    series,
    sourceId: source!.id,
    announce,
    change,
    addChannel,
    findChannel,
    sendNow,
    waitForJobs,
    async close() {
      await server.close()
      services.stop()
    },
  }
}
