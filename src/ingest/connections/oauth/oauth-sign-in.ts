/** Starts and finishes a sign-in on a service's website. */
import { findViewer } from '../../../accounts/permissions/guard'
import { userMessages } from '../../../accounts/permissions/messages'
import type { Viewer } from '../../../accounts/permissions/model'
import { requireSession } from '../../../accounts/permissions/permission-rules'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import { statusByReason } from '../../../platform/http/errors'
import { renderPlainPage } from '../../../platform/http/responses/plain-page'
import { renderMessage } from '../../../platform/messages/message'
import { ProviderError } from '../../../platform/outgoing/provider-error'
import { storeConnection } from '../connect'
import { requireService } from '../connections'
import { connectionMessages } from '../messages'
import { toBuiltIn } from '../services/connected-service'
import { findListServiceByName } from '../services/list-services'
import { sendWith } from '../sign-in'
import {
  buildAuthorizationUrl,
  CallbackRefused,
  exchangeCode,
  findOauth,
  type OauthService,
} from './oauth-client'
import { createOauthState, takeOauthState } from './oauth-states'

/** Starts a sign-in. Returns the URL that the browser opens. */
export async function startOauth(
  ctx: Context,
  viewer: Viewer,
  pluginId: string,
): Promise<{ redirectUrl: string }> {
  const sessionId = requireSession(viewer)
  const service = await requireService(ctx, pluginId)
  const oauth = service.kind === 'builtin' ? findOauth(ctx, service.lists) : undefined
  if (!oauth) {
    const { displayName } = service
    throw new Refusal('conflict', connectionMessages.oauth_missing({ service: displayName }))
  }
  const holder = { userId: viewer.userId, sessionId }
  const begun = await createOauthState(ctx, holder, service.name)
  return { redirectUrl: await buildAuthorizationUrl(ctx, oauth, begun) }
}

/**
 * Finishes a sign-in. Returns an HTML page. Throws on failure if the client does not accept HTML.
 */
export async function finishOauth(ctx: Context, request: Request) {
  try {
    const service = await connectByCallback(ctx, request)
    const text = renderMessage(connectionMessages.oauth_connected({ service }))
    return renderOauthPage(ctx, { status: 200, text })
  } catch (error) {
    if (!(error instanceof Refusal) || !wantsPage(request)) throw error
    const text = renderMessage(error.userMessage)
    return renderOauthPage(ctx, { status: statusByReason[error.reason], text })
  }
}

const wantsPage = ({ headers }: Request): boolean =>
  headers.get('accept')?.slice(0, 2000).includes('text/html') ?? false

const maxParameters = 8000
/** Permission required here and by the route that starts the sign-in. */
const needed = 'account:write'

/** Connects the account with the code in the URL. Returns the service name. */
async function connectByCallback(ctx: Context, request: Request): Promise<string> {
  const viewer = await findViewer(ctx, request)
  if (!viewer) throw refuse('unauthenticated')
  if (!viewer.permissions.has(needed)) {
    throw new Refusal('forbidden', userMessages.permission_required({ permission: needed }))
  }
  const sessionId = requireSession(viewer)
  const { search, searchParams: parameters } = new URL(request.url)
  const [state, ...others] = parameters.getAll('state')
  if (!state || others.length > 0 || search.length > maxParameters) throw refuse('invalid')
  const begun = await takeOauthState(ctx, { userId: viewer.userId, sessionId }, state)
  const service = begun && findListServiceByName(begun.service)
  const oauth = service && findOauth(ctx, service)
  if (!begun || !oauth) throw refuse('invalid')
  await connectWithCode(ctx, viewer, oauth, { parameters, state, verifier: begun.verifier })
  return oauth.service.displayName
}

async function connectWithCode(
  ctx: Context,
  viewer: Viewer,
  oauth: OauthService,
  callback: Parameters<typeof exchangeCode>[2],
): Promise<void> {
  const { service } = oauth
  const name = { service: service.displayName }
  try {
    const tokens = await exchangeCode(ctx, oauth, callback)
    const send = sendWith(ctx, service, { token: tokens.accessToken, isUrgent: true })
    const account = await service.getAccount(send)
    await storeConnection(ctx, viewer, toBuiltIn(service), { tokens, account })
  } catch (error) {
    if (error instanceof CallbackRefused) {
      const isDeclined = error.reason === 'declined'
      const message = isDeclined
        ? connectionMessages.declined(name)
        : connectionMessages.oauth_invalid()
      throw new Refusal('invalid', message)
    }
    if (!(error instanceof ProviderError) || error.code !== 'unauthorized') throw error
    throw new Refusal('invalid', connectionMessages.code_refused(name))
  }
}

const refusals = {
  unauthenticated: connectionMessages.oauth_not_signed_in,
  invalid: connectionMessages.oauth_invalid,
} as const

const refuse = (reason: keyof typeof refusals) => new Refusal(reason, refusals[reason]())

const settingsPath = '/settings/reading-sync'

/** Renders the page shown after a sign-in at a service. On success, it redirects to Quire. */
function renderOauthPage(
  { config }: Pick<Context, 'config'>,
  { status, text }: { status: number; text: string },
) {
  const isDone = status === 200
  const { public_url: publicUrl, base_path: basePath } = config.server
  const target = `${publicUrl?.replace(/\/+$/, '') ?? basePath}${settingsPath}`
  const page = renderPlainPage({
    title: 'Quire',
    content: `<h1>${isDone ? 'Connected' : 'Not connected'}</h1>
<p${isDone ? '' : ' role="alert"'}>${Bun.escapeHTML(text)}</p>
<p><a href="${Bun.escapeHTML(target)}">Back to Quire</a></p>`,
  })
  const headers = { ...page.headers, ...(isDone && { refresh: `0; url=${target}` }) }
  return { html: page.html, status, headers }
}
