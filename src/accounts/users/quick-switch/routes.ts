import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import { readSmallJson } from '../../../platform/http/body'
import { noContent } from '../../../platform/http/responses/statuses'
import { ByIdParams } from '../../../platform/http/shapes'
import { findViewer, guard } from '../../permissions/guard'
import { userMessages } from '../../permissions/messages'
import { NoContent, type Viewer } from '../../permissions/model'
import { formatDeviceCookie, readDeviceCookie } from '../../sessions/cookie'
import { requireOwnPage } from '../../sessions/csrf'
import { describeClient } from '../../sessions/devices/describe-client'
import { SignedIn } from '../model'
import { answerSession } from '../sign-in/answer-session'
import * as model from './model'
import {
  getQuickSwitch,
  listPeopleOfDevice,
  offerOnDevice,
  removeDevice,
  removePin,
  setPin,
} from './service'
import { signInByPin } from './sign-in-by-pin'

/**
 * An administrator who views the library as another user must not switch to yet another account.
 */
const isViewAs = ({ headers }: Request) => headers.has('x-view-as')

const deviceRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/auth/quick-switch', tags: ['Sign-in'] })
    .onParse(readSmallJson)
    .get(
      '/people',
      async ({ request, set }) => {
        set.headers['cache-control'] = 'no-store'
        const secret = isViewAs(request) ? null : readDeviceCookie(request)
        return { people: await listPeopleOfDevice(ctx, secret) }
      },
      {
        response: model.QuickPeople,
        detail: {
          summary: 'List the people of this device',
          description:
            'Returns the people whom the device of the request can switch to with a PIN, recognized by its cookie. Empty for other devices.',
          security: [],
        },
      },
    )
    .post(
      '',
      async ({ request, set, body }) => {
        if (isViewAs(request)) throw new Refusal('forbidden', userMessages.quick_switch_off())
        // The device's cookie is a credential that browsers send automatically.
        requireOwnPage(ctx, request)
        const previous = await findViewer(ctx, request)
        const client = describeClient(ctx, request, previous)
        const result = await signInByPin(ctx, client, { given: body, previous })
        const answer = answerSession(ctx, { request, set }, result)
        renewDeviceCookie(ctx, { request, set })
        return answer
      },
      {
        body: model.PinSignIn,
        response: SignedIn,
        detail: {
          summary: 'Sign in with a PIN',
          description:
            'Works only on a device that offers the account. Ends the current session of the browser. After five wrong attempts in total, the password is required.',
          security: [],
        },
      },
    )

const ownRoutes = (ctx: Context) =>
  new Elysia({ prefix: '/auth/quick-switch', tags: ['Sign-in'] })
    .use(guard(ctx))
    .get('', ({ viewer, request }) => getQuickSwitch(ctx, viewer, readDeviceCookie(request)), {
      can: 'account:read',
      response: model.QuickSwitch,
      detail: {
        summary: 'Get your quick switch settings',
        description: 'Returns whether you have a PIN, and the devices that offer your account.',
      },
    })
    .put('/pin', ({ viewer, body, set }) => noContent(set, setPin(ctx, viewer, body)), {
      can: 'account:write',
      body: model.PinCreation,
      response: NoContent,
      detail: {
        summary: 'Set your PIN',
        description: 'Requires a session and the current password.',
      },
    })
    .delete('/pin', ({ viewer, set }) => noContent(set, removePin(ctx, viewer)), {
      can: 'account:write',
      response: NoContent,
      detail: {
        summary: 'Remove your PIN',
        description: 'Also removes your account from all devices. Requires a session.',
      },
    })
    .use(ownDeviceRoutes(ctx))

const ownDeviceRoutes = (ctx: Context) =>
  new Elysia({ tags: ['Sign-in'] })
    .use(guard(ctx))
    .post(
      '/devices',
      ({ viewer, request, set }) => noContent(set, offerHere(ctx, viewer, { request, set })),
      {
        can: 'account:write',
        response: NoContent,
        detail: {
          summary: 'Offer your account on this device',
          description:
            'The cookie of the response lets the device switch to your account with your PIN. Requires a session in a browser, and a PIN.',
        },
      },
    )
    .delete(
      '/devices/:id',
      ({ viewer, params, set }) => noContent(set, removeDevice(ctx, viewer, params.id)),
      {
        can: 'account:write',
        params: ByIdParams,
        response: NoContent,
        detail: { summary: 'Remove your account from a device' },
      },
    )

interface Exchange {
  request: Request
  set: { headers: Record<string, string | number | string[] | undefined> }
}

/**
 * Sends the cookie of the device again, so that the browser does not delete it while the device is
 * in use.
 */
function renewDeviceCookie(ctx: Context, { request, set }: Exchange) {
  const secret = readDeviceCookie(request)
  if (secret === null) return
  const cookies = [set.headers['set-cookie'] ?? []].flat().map(String)
  set.headers['set-cookie'] = [...cookies, formatDeviceCookie(ctx, request, secret)]
}

async function offerHere(ctx: Context, viewer: Viewer, { request, set }: Exchange) {
  const client = describeClient(ctx, request, viewer)
  const { deviceSecret: secret, userAgent } = client
  const cookie = await offerOnDevice(ctx, viewer, { secret, userAgent })
  set.headers['set-cookie'] = formatDeviceCookie(ctx, request, cookie)
}

export const quickSwitchRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(deviceRoutes(ctx)).use(ownRoutes(ctx))
