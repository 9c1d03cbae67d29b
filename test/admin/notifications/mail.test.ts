/** Email: contents, delivery only to confirmed addresses, and reports of failures. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { buildNewsMail } from '../../../src/admin/notifications/senders/mail-texts'
import { sendMail } from '../../../src/admin/notifications/senders/mail'
import { deleteOldCodes } from '../../../src/admin/notifications/senders/send-code'
import { notificationCodes } from '../../../src/admin/notifications/schema'
import { releases } from '../../../src/ingest/releases/schema'
import type { Refusal } from '../../../src/errors'
import { silentLog } from '../../platform/jobs/support'
import { createCertificate } from '../../platform/outgoing/egress/certificate'
import { createTestConfig, startTestServer } from '../../support/server'
import { minutesAgo, startChannelServer } from './channel-server'
import { mailLogin, type MailServer, startMailServer } from './mail-server'

let mails: MailServer
let home: Awaited<ReturnType<typeof startChannelServer>>
beforeAll(async () => {
  mails = await startMailServer()
  home = await startChannelServer({
    'notifications.smtp.host': '127.0.0.1',
    'notifications.smtp.port': String(mails.port),
    'notifications.smtp.security': 'none',
    'notifications.smtp.from': 'Quire <books@example.org>',
    'server.public_url': 'https://books.example/quire',
  })
})
afterAll(async () => {
  await home.close()
  await mails.stop()
})
beforeEach(async () => {
  mails.received.length = 0
  mails.refusal = undefined
  await home.server.ctx.write(async (tx) => {
    await tx.delete(notificationCodes)
    await tx.delete(releases)
  })
})

const path = '/user/notification-channels'
const post = (to: string, body: unknown, as = 'max') =>
  home.server.call('POST', `${path}${to}`, { as, body })
const add = (given: object = {}, as = 'max') =>
  post(
    '',
    { kind: 'email', name: 'Mail', address: 'max@example.net', newsKinds: ['release'], ...given },
    as,
  )
const confirm = (id: string, code = mails.readCode(), as = 'max') =>
  post(`/${id}/confirm`, { code }, as)

async function addConfirmed(given: object = {}): Promise<string> {
  const { id } = (await add(given)).body
  await confirm(id)
  await home.change(id, { sentUntil: minutesAgo(60) })
  mails.received.length = 0
  return id
}

describe('an address', () => {
  test('gets a code, and nothing else before it is entered', async () => {
    const { status, body } = await add()
    expect([status, body.confirmed, body.host]).toEqual([201, false, 'example.net'])
    expect(mails.received).toMatchObject([
      {
        from: 'books@example.org',
        to: ['max@example.net'],
        mail: { subject: 'Your code for Quire' },
      },
    ])
    expect((await post(`/${body.id}/test`, undefined)).status).toBe(409)
    await home.change(body.id, { sentUntil: minutesAgo(60) })
    await home.announce(1)
    await home.sendNow(body.id)
    expect(mails.received).toHaveLength(1)
    const code = mails.readCode()
    const confirmed = await confirm(body.id, code)
    expect([confirmed.status, confirmed.body.confirmed]).toEqual([200, true])
    expect((await post(`/${body.id}/test`, undefined)).status).toBe(200)
    expect(mails.received).toHaveLength(2)
    expect((await confirm(body.id, code)).status).toBe(409)
  })

  test('the code says nothing that the user could choose', async () => {
    await add({ name: 'Buy at https://spam.example', address: 'stranger@example.net' })
    expect(mails.received[0]!.raw).not.toMatch(/spam|Buy|max/)
  })

  test('five wrong codes end the code; a new one replaces it', async () => {
    const { id } = (await add()).body
    const code = mails.readCode()
    const wrong = code === '000000' ? '000001' : '000000'
    for (let n = 0; n < 5; n++) {
      const { status, body } = await confirm(id, wrong)
      expect([status, body.details[0].code]).toEqual([400, 'notifications.code_wrong'])
    }
    expect((await confirm(id, code)).body.code).toBe('notifications.code_expired')
    expect((await post(`/${id}/code`, undefined)).status).toBe(200)
    const renewed = mails.readCode()
    if (renewed !== code) expect((await confirm(id, code)).status).toBe(400)
    expect((await confirm(id, renewed)).status).toBe(200)
  })

  test('a code ends after a day', async () => {
    const { id } = (await add()).body
    await home.change(id, { codeUntil: minutesAgo(1) })
    expect((await confirm(id)).body.code).toBe('notifications.code_expired')
  })

  test('a new address must be confirmed again', async () => {
    const id = await addConfirmed()
    const body = { address: 'other@example.net' }
    const patched = await home.server.call('PATCH', `${path}/${id}`, { as: 'max', body })
    expect([patched.status, patched.body.confirmed]).toEqual([200, false])
    expect(mails.received.map(({ to }) => to)).toEqual([['other@example.net']])
    await home.announce(1)
    await home.sendNow(id)
    expect(mails.received).toHaveLength(1)
  })

  test('another name, or a token, needs no confirmation', async () => {
    const id = await addConfirmed()
    const body = { name: 'Renamed', token: 'ignored' }
    const patched = await home.server.call('PATCH', `${path}/${id}`, { as: 'max', body })
    expect(patched.body).toMatchObject({ name: 'Renamed', confirmed: true })
    expect(mails.received).toEqual([])
  })

  test('ten codes a day, also for channels that were deleted, per user', async () => {
    for (let n = 0; n < 10; n++) {
      const { id } = (await add()).body
      await home.server.call('DELETE', `${path}/${id}`, { as: 'max' })
    }
    expect((await add()).body.code).toBe('notifications.too_many_codes')
    expect(mails.received).toHaveLength(10)
    expect((await add({}, 'ann')).status).toBe(201)
    await home.server.ctx.write((tx) =>
      tx.update(notificationCodes).set({ createdAt: minutesAgo(1500) }),
    )
    await deleteOldCodes(home.server.ctx)
    expect(await home.server.ctx.db.$count(notificationCodes)).toBe(0)
    expect((await add()).status).toBe(201)
  })

  test('belongs to its user', async () => {
    const { id } = (await add()).body
    expect((await confirm(id, mails.readCode(), 'ada')).status).toBe(404)
    expect((await post(`/${id}/code`, undefined, 'ada')).status).toBe(404)
  })

  const wrong = [
    'max',
    'a@example.net, b@example.net',
    'a@example.net;b@example.net',
    'Max <max@example.net>',
    'max@example.net\r\nBcc: all@example.net',
    'a@b@example.net',
    'group:a@example.net;',
    '@example.net',
  ]
  test.each(wrong)('%j is refused', async (address) => {
    const { status, body } = await add({ address })
    expect([status, body.details[0].path]).toEqual([400, 'address'])
    expect(mails.received).toEqual([])
  })

  test('no channel is added if the code could not be sent', async () => {
    await home.server.addUser('new', 'reader')
    mails.refusal = 550
    const { status, body } = await add({}, 'new')
    expect([status, body.code]).toEqual([503, 'notifications.mail.recipient_refused'])
    const list = await home.server.call('GET', path, { as: 'new' })
    expect(list.body).toMatchObject({ channels: [], canSendEmail: true })
  })
})

describe('a notification', () => {
  test('has plain text and HTML, with links', async () => {
    const id = await addConfirmed()
    await home.announce(2)
    await home.sendNow(id)
    const [{ to, mail }] = mails.received as [MailServer['received'][0]]
    expect(to).toEqual(['max@example.net'])
    expect(mail.subject).toBe('2 notifications from Quire')
    expect(mail.from).toMatchObject({ name: 'Quire', address: 'books@example.org' })
    expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
    expect(mail.text).toContain('- Harbor, Ch. ')
    expect(mail.text).toContain('https://books.example/quire/settings/notifications')
    expect(mail.html).toContain(`<a href="https://books.example/quire/series/${home.series.id}">`)
  })

  test('that cannot be sent waits and comes later, as with other channels', async () => {
    const id = await addConfirmed()
    await home.announce(1)
    mails.refusal = 451
    await home.sendNow(id)
    expect(await home.findChannel(id)).toMatchObject({
      failures: 1,
      lastError: { code: 'notifications.mail.recipient_refused', params: { status: 451 } },
    })
    mails.refusal = undefined
    await home.change(id, { notBefore: null })
    await home.sendNow(id)
    expect(mails.received[0]!.mail.subject).toStartWith('Harbor, Ch. ')
    expect(await home.findChannel(id)).toMatchObject({ failures: 0, lastError: null })
  })

  test('titles are text, in the subject and in HTML', async () => {
    const title = 'A\r\nBcc: all@example.net <img src=x onerror="alert(1)">'
    const link = 'https://books.example/?a="b'
    const news = [{ kind: 'release', title, link }]
    const texts = { title: 'T', lines: [title], link: null, path: '/' }
    const notification = { ...texts, news, sentAt: new Date() }
    const mail = buildNewsMail(notification, null)
    expect(mail.html).not.toMatch(/<img|href="[^"]*"b/)
    await sendMail({ ...home.server.ctx }, 'max@example.net', mail, AbortSignal.timeout(20_000))
    const [{ to, mail: read }] = mails.received as [MailServer['received'][0]]
    expect(to).toEqual(['max@example.net'])
    expect(read.subject).toStartWith('A Bcc: all@example.net <img')
    expect(read.bcc ?? []).toEqual([])
  })
})

describe('the mail server', () => {
  const { key, cert } = createCertificate('localhost')
  const mail = { subject: 'S', text: 'T', html: '<p>T</p>' }

  async function trySending(
    settings: Record<string, string>,
    { port }: Pick<MailServer, 'port'>,
    certificate?: string,
  ): Promise<string> {
    const config = createTestConfig({
      'notifications.smtp.host': 'localhost',
      'notifications.smtp.from': 'books@example.org',
      'notifications.smtp.port': String(port),
      ...settings,
    })
    const ctx = { config, log: silentLog, timeoutMs: 5_000, ...(certificate && { certificate }) }
    try {
      await sendMail(ctx, 'max@example.net', mail, AbortSignal.timeout(20_000))
      return 'sent'
    } catch (error) {
      return (error as Refusal).userMessage.code
    }
  }

  const login = {
    'notifications.smtp.user': mailLogin.user,
    'notifications.smtp.password': mailLogin.password,
  }

  test.each(['starttls', 'tls'])('with %s and a login', async (security) => {
    const encrypted = await startMailServer({ secure: security === 'tls', key, cert })
    const settings = { 'notifications.smtp.security': security, ...login }
    expect(await trySending(settings, encrypted, cert)).toBe('sent')
    expect(await trySending(settings, encrypted)).toBe('notifications.mail.not_encrypted')
    const wrong = { ...settings, 'notifications.smtp.password': 'wrong' }
    expect(await trySending(wrong, encrypted, cert)).toBe('notifications.mail.login_refused')
    expect(encrypted.received).toHaveLength(1)
    await encrypted.stop()
  })

  test('that offers no encryption gets nothing, unless that is allowed', async () => {
    expect(await trySending({}, mails)).toBe('notifications.mail.not_encrypted')
    expect(mails.received).toEqual([])
    expect(await trySending({ 'notifications.smtp.security': 'none' }, mails)).toBe('sent')
  })

  test('that does not answer', async () => {
    const silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } })
    const plain = { 'notifications.smtp.security': 'none' }
    expect(await trySending(plain, silent)).toBe('notifications.mail.unreachable')
    const { port } = silent
    silent.stop(true)
    expect(await trySending(plain, { port })).toBe('notifications.mail.unreachable')
  }, 30_000)

  test('without one, no address can be added', async () => {
    const server = await startTestServer()
    const body = { kind: 'email', name: 'M', address: 'a@example.net', newsKinds: ['release'] }
    const answer = await server.call('POST', path, { as: 'max', body })
    expect([answer.status, answer.body.code]).toEqual([503, 'notifications.mail.off'])
    const list = await server.call('GET', path, { as: 'max' })
    expect(list.body.canSendEmail).toBe(false)
    await server.close()
  })
})
