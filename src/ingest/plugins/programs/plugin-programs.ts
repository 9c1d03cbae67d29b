/** The running plugin programs in this process: started when needed, stopped when idle. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '../../../errors'
import type { Context } from '../../../context'
import type { Config } from '../../../platform/config/model'
import { detectConfinement } from '../../sandbox/detect-confinement'
import { type SandboxedProgram, SandboxFailure } from '../../sandbox/model'
import { startSandbox } from '../../sandbox/sandbox'
import { openCredentials } from '../plugin-credentials'
import { type Manifest, readManifest } from '../manifest'
import { pluginMessages } from '../messages'
import {
  getCodeFolder,
  openDataFolder,
  openOwnerFolder,
  openRuntimeFolder,
} from '../files/plugin-folders'
import type { PluginRow } from '../queries'
import { answerPluginCall } from './plugin-calls'
import { fetchForPlugin } from './plugin-requests'

const idleMs = 60_000
const initializeMs = 30_000
const tooManyRequests = 429
const serverError = 500

/** The data needed to start a program. */
export type Installed = Pick<
  PluginRow,
  'id' | 'name' | 'integrity' | 'entry' | 'config' | 'isUnconfinedAllowed' | 'sealedCredentials'
> & {
  /** Passed as credentials to a plugin that is started only for its manifest. */
  placeholders?: Readonly<Record<string, string>>
}

/** A user with their own program. */
export interface ProgramOwner {
  /** ID of the connection. */
  id: string
  userId: string
  config: Readonly<Record<string, unknown>>
  /** For example, the user's token for the service. */
  credentials: Readonly<Record<string, string>>
}

export interface Running {
  program: SandboxedProgram
  /** Undefined if the program did not send a valid manifest. */
  manifest: Manifest | undefined
  isConfined: boolean
  /** Counts failed HTTP requests, whether this server or the service caused the failure. */
  requests: { failed: number }
}

interface Slot {
  /** The program restarts when this changes. */
  revision: string
  running: Promise<Running>
  /** Number of requests waiting for a response. */
  users: number
  timer: Timer | undefined
  /** True once this server has stopped the program. */
  isEnded: boolean
}

const buildKey = (pluginId: string, owner?: ProgramOwner) =>
  owner ? `${pluginId}/${owner.id}` : pluginId

const buildRevision = ({ revision }: PluginRow, owner?: ProgramOwner) =>
  owner
    ? `${revision} ${Bun.hash(JSON.stringify([owner.config, owner.credentials]))}`
    : String(revision)

/** Per server, because tests run several servers in one process. */
const slotsByServer = new WeakMap<Config, Map<string, Slot>>()
/** The latest program of each plugin, even after it has exited. */
const lastPrograms = new WeakMap<Config, Map<string, SandboxedProgram>>()

function getSlots({ config }: Pick<Context, 'config'>): Map<string, Slot> {
  const slots = slotsByServer.get(config) ?? new Map<string, Slot>()
  slotsByServer.set(config, slots)
  return slots
}

/**
 * Returns whether this system can confine programs. Throws if it cannot, unless
 * `plugins.unconfined` allows an exception and an administrator has agreed to run this plugin
 * unconfined.
 */
export async function requireConfinement(
  { config }: Pick<Context, 'config'>,
  { isUnconfinedAllowed }: Pick<PluginRow, 'isUnconfinedAllowed'>,
): Promise<boolean> {
  const { isAvailable } = await detectConfinement()
  if (isAvailable) return true
  const isAllowed = isUnconfinedAllowed && config.plugins.unconfined === 'ask'
  if (!isAllowed) throw new Refusal('conflict', pluginMessages.not_confined())
  return false
}

/** Starts a program and requests its manifest. Throws `RpcError`, `SandboxFailure` or `Refusal`. */
export async function startProgram(
  ctx: Context,
  plugin: Installed,
  owner?: ProgramOwner,
): Promise<Running> {
  const isConfined = await requireConfinement(ctx, plugin)
  const codeFolder = getCodeFolder(ctx, plugin)
  const entry = join(codeFolder, plugin.entry)
  if (!existsSync(entry)) {
    throw new Refusal('unavailable', pluginMessages.files_missing({ plugin: plugin.name }))
  }
  const stored = await openCredentials(ctx, plugin)
  const credentials = { ...plugin.placeholders, ...stored, ...owner?.credentials }
  const { id, name } = plugin
  const dataFolder = owner
    ? await openOwnerFolder(ctx, name, owner.id)
    : await openDataFolder(ctx, name)
  const requests = { failed: 0 }
  const program = await startSandbox({
    entry,
    codeFolder,
    dataFolder,
    runtimeFolder: await openRuntimeFolder(ctx),
    isConfined,
    memoryMb: ctx.config.plugins.memory_mb,
    secrets: Object.values(credentials),
    fetch: (request, signal) => countFailed(requests, fetchForPlugin(ctx, id, request, signal)),
    call: (method, params) =>
      answerPluginCall(ctx, { id, name, owner: owner?.id ?? '' }, { method, params }),
    onLog: (line) => ctx.log.debug({ plugin: name, line }, 'plugin wrote'),
  })
  // The output can reveal what the user reads, so administrators must not see it.
  if (!owner) rememberProgram(ctx, id, program)
  ctx.log.debug({ plugin: name, isConfined }, 'started plugin')
  const given = {
    adminConfig: plugin.config,
    userConfig: owner?.config ?? {},
    ...(owner && { userId: owner.userId, userPluginId: owner.id }),
    credentials,
    dataDir: dataFolder,
    logLevel: 'info',
  }
  try {
    const answer = await program.request('initialize', given, { timeoutMs: initializeMs })
    return { program, manifest: readManifest(answer), isConfined, requests }
  } catch (error) {
    await program.end()
    throw error
  }
}

async function countFailed(requests: Running['requests'], request: Promise<Response>) {
  try {
    const response = await request
    if (response.status === tooManyRequests || response.status >= serverError) requests.failed += 1
    return response
  } catch (error) {
    requests.failed += 1
    throw error
  }
}

/** Runs `use` with the running program, starting it if necessary. */
export async function withProgram<Result>(
  ctx: Context,
  plugin: PluginRow,
  use: (running: Running) => Promise<Result>,
  owner?: ProgramOwner,
): Promise<Result> {
  const key = buildKey(plugin.id, owner)
  const slot = await takeRunning(ctx, plugin, owner)
  try {
    return await use(await slot.running)
  } catch (error) {
    // The program has exited or is about to. The next request starts a new one.
    if (!(error instanceof SandboxFailure)) throw error
    forget(ctx, key, slot)
    if (!slot.isEnded) throw error
    throw new Refusal('unavailable', pluginMessages.interrupted({ plugin: plugin.displayName }))
  } finally {
    slot.users -= 1
    if (slot.users === 0) endWhenIdle(ctx, key, slot)
  }
}

/** Takes a slot with a running program. Restarts a program that exited while it was idle. */
async function takeRunning(
  ctx: Context,
  plugin: PluginRow,
  owner: ProgramOwner | undefined,
): Promise<Slot> {
  const slot = takeSlot(ctx, plugin, owner)
  const started = await slot.running.catch(() => undefined)
  if (!started || started.program.isRunning) return slot
  slot.users -= 1
  forget(ctx, buildKey(plugin.id, owner), slot)
  return takeSlot(ctx, plugin, owner)
}

function takeSlot(ctx: Context, plugin: PluginRow, owner: ProgramOwner | undefined): Slot {
  const slots = getSlots(ctx)
  const key = buildKey(plugin.id, owner)
  const revision = buildRevision(plugin, owner)
  const known = slots.get(key)
  if (known?.revision === revision) {
    clearTimeout(known.timer)
    known.users += 1
    return known
  }
  if (known) forget(ctx, key, known)
  const running = startProgram(ctx, plugin, owner)
  const slot: Slot = { revision, running, users: 1, timer: undefined, isEnded: false }
  slots.set(key, slot)
  // A failed start is retried by the next request.
  running.catch(() => forget(ctx, key, slot))
  return slot
}

/** Removes the slot and stops the program after requests in progress have been completed. */
function forget(ctx: Context, id: string, slot: Slot) {
  const slots = getSlots(ctx)
  if (slots.get(id) === slot) slots.delete(id)
  if (slot.users === 0) void endSlot(slot)
}

function endWhenIdle(ctx: Context, id: string, slot: Slot) {
  if (getSlots(ctx).get(id) !== slot) return void endSlot(slot)
  slot.timer = setTimeout(() => {
    forget(ctx, id, slot)
  }, idleMs)
  slot.timer.unref()
}

async function endSlot(slot: Slot) {
  slot.isEnded = true
  clearTimeout(slot.timer)
  const started = await slot.running.catch(() => undefined)
  await started?.program.end()
}

/** Stops all programs of a plugin in this process, including those of its users. */
export async function endProgram(ctx: Context, id: string): Promise<void> {
  const slots = getSlots(ctx)
  const ending = [...slots].filter(([key]) => key === id || key.startsWith(`${id}/`))
  for (const [key] of ending) slots.delete(key)
  await Promise.all(ending.map(([, slot]) => endSlot(slot)))
}

/** Stops one user's program in this process. */
export async function endProgramOf(ctx: Context, id: string, ownerId: string): Promise<void> {
  const slots = getSlots(ctx)
  const slot = slots.get(`${id}/${ownerId}`)
  slots.delete(`${id}/${ownerId}`)
  if (slot) await endSlot(slot)
}

/** Stops one user's program unless a request is in progress. */
export async function endUnusedProgramOf(ctx: Context, id: string, ownerId: string) {
  const slot = getSlots(ctx).get(`${id}/${ownerId}`)
  if (slot?.users === 0) await endProgramOf(ctx, id, ownerId)
}

/** Stops all programs that this process started. */
export async function endPrograms(ctx: Pick<Context, 'config'>): Promise<void> {
  const slots = getSlots(ctx)
  const all = [...slots.values()]
  slots.clear()
  await Promise.all(all.map(endSlot))
}

function rememberProgram({ config }: Context, id: string, program: SandboxedProgram) {
  const programs = lastPrograms.get(config) ?? new Map<string, SandboxedProgram>()
  lastPrograms.set(config, programs.set(id, program))
}

/** Deletes the log of a plugin that has been removed. */
export const forgetProgramLog = ({ config }: Pick<Context, 'config'>, id: string) =>
  void lastPrograms.get(config)?.delete(id)

/** Returns the last lines written by the plugin's latest program that this process started. */
export const readProgramLog = ({ config }: Pick<Context, 'config'>, id: string) =>
  lastPrograms.get(config)?.get(id)?.log ?? []
