/** Notifications: the bell and the list; adding, testing, editing and deleting channels. */
import { afterAll, expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { startFakeServices } from '../admin/notifications/fake-services'
import { startPushService } from '../admin/notifications/push-service'
import { startMailServer } from '../admin/notifications/mail-server'
import { writeVolumes } from './generate-library'
import { getFocusedDialog, waitUntil } from './harness'
import { startWorld } from './world'

const timeoutMs = 120_000
const services = startFakeServices()
let pushKey = ''
const pushes = startPushService(() => pushKey)
const mails = await startMailServer()
afterAll(async () => {
  services.stop()
  pushes.stop()
  await mails.stop()
})

const world = startWorld({
  needsFullBrowser: true,
  write: (folder) => writeVolumes(folder, 'Harbor', 1),
  series: 1,
  environment: {
    SERVICE_PROVIDERS__OFFLINE: 'true',
    SERVICE_NOTIFICATIONS__ALLOWED_HOSTS: `${services.host},${pushes.host}`,
    SERVICE_NOTIFICATIONS__SMTP__HOST: '127.0.0.1',
    SERVICE_NOTIFICATIONS__SMTP__PORT: String(mails.port),
    SERVICE_NOTIFICATIONS__SMTP__SECURITY: 'none',
    SERVICE_NOTIFICATIONS__SMTP__FROM: 'Quire <books@example.org>',
  },
})

test(
  'a channel is added with its address, tested, changed and deleted',
  async () => {
    const { page, context } = await world.at('/settings/notifications')
    await page.getByRole('button', { name: 'Add a channel' }).click()
    const sheet = await getFocusedDialog(page)
    await sheet.getByRole('textbox', { name: 'Name' }).fill('Phone')
    await sheet.getByRole('textbox', { name: 'Address' }).fill('http://192.0.2.1/books')
    await sheet.getByRole('button', { name: 'Add' }).click()
    await sheet.getByText('notifications.allowed_hosts').waitFor()
    await sheet.getByRole('textbox', { name: 'Address' }).fill(`http://${services.host}/books`)
    await sheet.getByRole('button', { name: 'Add' }).click()

    await page.getByRole('button', { name: 'Test Phone' }).click()
    await page.getByText('Test notification sent').waitFor()
    expect(services.received[0]?.body).toMatchObject({ topic: 'books' })

    await page.getByRole('button', { name: 'Edit Phone' }).click()
    const edit = await getFocusedDialog(page)
    await edit.getByRole('switch', { name: 'Quiet time' }).click()
    await edit.getByRole('button', { name: 'Save' }).click()
    await page.getByText('quiet from 22:00 to 07:00').waitFor()

    await page.getByRole('button', { name: 'Delete Phone' }).click()
    await (await getFocusedDialog(page)).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No channels yet').waitFor()
    await context.close()
  },
  timeoutMs,
)

test(
  'an email address is confirmed with its code, by the program as it is shipped',
  async () => {
    const { page, context } = await world.at('/settings/notifications')
    await page.getByRole('button', { name: 'Add a channel' }).click()
    const sheet = await getFocusedDialog(page)
    await sheet.getByRole('combobox', { name: 'Service' }).click()
    await page.getByRole('option', { name: 'Email' }).click()
    await sheet.getByRole('textbox', { name: 'Name' }).fill('Letters')
    await sheet.getByRole('textbox', { name: 'Email address' }).fill('ada@example.net')
    await sheet.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('textbox', { name: 'Code from the email' }).fill('abc')
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await page.getByText('This code is incorrect').waitFor()
    await page.getByRole('textbox', { name: 'Code from the email' }).fill(mails.readCode())
    await page.getByRole('button', { name: 'Confirm address' }).click()
    await page.getByRole('button', { name: 'Test Letters' }).click()
    await page.getByText('Test notification sent').waitFor()
    expect(mails.received.at(-1)).toMatchObject({
      to: ['ada@example.net'],
      mail: { subject: 'This channel works' },
    })
    await context.close()
  },
  timeoutMs,
)

test(
  'a browser is added, and its service worker shows what is sent',
  async () => {
    const { page, context } = await world.at('/settings/notifications', { hasServiceWorker: true })
    const { origin } = new URL(world.quire.url)
    await context.grantPermissions(['notifications'], { origin })
    const { address, token } = pushes.subscribe()
    // Chromium's push service is on the internet, so the test replaces it.
    await page.evaluate(replacePushService, { endpoint: address, keys: token.split('.') })
    await page.getByRole('button', { name: 'Add a channel' }).click()
    const sheet = await getFocusedDialog(page)
    await sheet.getByRole('combobox', { name: 'Service' }).click()
    await page.getByRole('option', { name: 'Browser' }).click()
    await sheet.getByRole('textbox', { name: 'Name' }).fill('This laptop')
    await sheet.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('button', { name: 'Test This laptop' }).waitFor()
    pushKey = await page.evaluate(() => (window as unknown as { usedKey: string }).usedKey)
    await page.getByRole('button', { name: 'Test This laptop' }).click()
    await page.getByText('Test notification sent').waitFor()
    expect(pushes.refusals).toEqual([])
    const [message] = pushes.received
    expect(message).toMatchObject({ body: 'This channel works', path: '/' })

    const worker = await findWorker(page)
    await worker.deliver(JSON.stringify(message))
    const waitForShown = (count: number) =>
      waitUntil(
        async () => (await page.evaluate(readNotifications)).length === count,
        `${count} notifications`,
      )
    await waitForShown(1)
    expect(await page.evaluate(readNotifications)).toEqual([
      { title: message!.title, body: message!.body },
    ])
    await worker.deliver('rubbish')
    await waitForShown(2)
    await context.close()
  },
  timeoutMs,
)

function replacePushService({
  endpoint,
  keys: [p256dh, auth],
}: {
  endpoint: string
  keys: string[]
}) {
  PushManager.prototype.getSubscription = () => Promise.resolve(null)
  PushManager.prototype.subscribe = (options) => {
    Object.assign(window, { usedKey: options?.applicationServerKey })
    const keys = { p256dh, auth }
    return Promise.resolve({ endpoint, toJSON: () => ({ keys }) } as unknown as PushSubscription)
  }
}

async function readNotifications() {
  const { getNotifications } = ServiceWorkerRegistration.prototype
  const shown = await getNotifications.call(await navigator.serviceWorker.ready)
  return shown.map(({ title, body }) => ({ title, body }))
}

/** Finds the service worker. `deliver` sends it a push message as the browser would. */
async function findWorker(page: Page) {
  const session = await page.context().newCDPSession(page)
  const found = Promise.withResolvers<string>()
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const id = registrations.at(0)?.registrationId
    if (id) found.resolve(id)
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await found.promise
  const { origin } = new URL(page.url())
  return {
    deliver: (data: string) =>
      session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data }),
  }
}

test(
  'what happens in the background appears at the bell at once, is read and deleted',
  async () => {
    const seen = await world.at('/')
    const { page, context } = seen
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor()
    const found = await context.request.get(`${world.quire.url}/api/v1/libraries`)
    const libraries = (await found.json()) as { id: string }[]
    for (const unread of ['1 unread notification', '2 unread notifications']) {
      await world.prepare(seen, `libraries/${libraries[0]!.id}/metadata/auto-match/task`, {})
      await page.getByRole('link', { name: unread, exact: true }).waitFor()
    }
    await page.getByRole('link', { name: '2 unread notifications' }).click()
    const list = page.getByRole('list', { name: 'Notifications' })
    await list.getByRole('button', { name: 'Mark as read' }).first().click()
    await page.getByRole('link', { name: '1 unread notification', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor()
    for (const left of [1, 0]) {
      await list.getByRole('button', { name: 'Delete' }).first().click()
      await expectCount(list.getByRole('listitem'), left)
    }
    await page.getByText('No notifications').waitFor()
    await context.close()
  },
  timeoutMs,
)

const expectCount = (entries: Locator, count: number) =>
  waitUntil(async () => (await entries.count()) === count, `${count} entries`)

test(
  'the bell is on the library of phones, too, and once on other screens',
  async () => {
    for (const width of [390, 768, 1440]) {
      const { page, context } = await world.at('/library', { width, height: 844 })
      const bell = page.getByRole('link', { name: /notification/i })
      await bell.first().waitFor()
      expect([width, await bell.count()]).toEqual([width, 1])
      await bell.click()
      await page.waitForURL((url) => url.pathname.endsWith('/notifications'))
      await context.close()
    }
  },
  timeoutMs,
)
