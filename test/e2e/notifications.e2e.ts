/** Notification channels: added, tested, changed and deleted. */
import { afterAll, expect, test } from 'bun:test'
import { startFakeServices } from '../admin/notifications/fake-services'
import { writeVolumes } from './generate-library'
import { getFocusedDialog } from './harness'
import { startWorld } from './world'

const timeoutMs = 120_000
const services = startFakeServices()
afterAll(() => services.stop())

const world = startWorld({
  write: (folder) => writeVolumes(folder, 'Harbor', 1),
  series: 1,
  environment: { SERVICE_NOTIFICATIONS__ALLOWED_HOSTS: services.host },
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
