import { libraries } from '../../catalog/libraries/schema'
import {
  boolean,
  createdAt,
  id,
  index,
  instant,
  integer,
  json,
  primaryKey,
  table,
  text,
  timestamps,
  uniqueIndex,
  uuid,
} from '../../platform/db/columns'
import type { Message } from '../../platform/messages/message'
import type { Manifest } from './manifest'

const ofPlugin = () =>
  uuid()
    .notNull()
    .references(() => plugins.id, { onDelete: 'cascade' })

export const plugins = table(
  'plugins',
  {
    /** Derived from the name. */
    id: uuid().primaryKey(),
    /** Part of stored sources such as `plugin:example`. */
    name: text().notNull(),
    displayName: text().notNull(),
    description: text(),
    /** Name in the package registry, or null for an uploaded archive. */
    packageName: text(),
    version: text().notNull(),
    /** Integrity of the archive, as `sha512-<base64>`. */
    integrity: text().notNull(),
    /** Path of the script in the unpacked archive. */
    entry: text().notNull(),
    /** The previously installed version: its integrity and entry. */
    previous: json<{ version: string; integrity: string; entry: string }>(),
    /** Manifest from the package or the program, or null if it is not known yet. */
    manifest: json<Manifest>(),
    enabled: boolean().notNull().default(false),
    /** Permissions such as `metadata:write:summary`. */
    permissions: json<string[]>().notNull(),
    /** Hosts that the plugin may connect to. */
    hosts: json<string[]>().notNull(),
    /** Hosts that the plugin tried to connect to without permission. */
    requestedHosts: json<string[]>().notNull(),
    /** If false, the plugin is used only for the libraries in `plugin_libraries`. */
    isForAllLibraries: boolean().notNull().default(true),
    config: json<Record<string, unknown>>().notNull(),
    sealedCredentials: text(),
    /** True if an administrator agreed to run the plugin where the system cannot confine it. */
    isUnconfinedAllowed: boolean().notNull().default(false),
    requestTimeoutSeconds: integer(),
    rateLimitRequestsPerMinute: integer(),
    /** Reason why Quire disabled the plugin. */
    disabledReason: json<Message>(),
    lastSuccessAt: instant(),
    lastFailureAt: instant(),
    /** Incremented by each change that requires the program to restart. */
    revision: integer().notNull().default(1),
    ...timestamps(),
  },
  (t) => [uniqueIndex('plugins_name').on(t.name)],
)

/** Libraries that a plugin may be used for, if not all. */
export const pluginLibraries = table(
  'plugin_libraries',
  {
    pluginId: ofPlugin(),
    libraryId: uuid()
      .notNull()
      .references(() => libraries.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.pluginId, t.libraryId] }),
    index('plugin_libraries_library').on(t.libraryId),
  ],
)

export const pluginFailures = table(
  'plugin_failures',
  {
    id: id(),
    pluginId: ofPlugin(),
    /** A JSON-RPC error code, or the reason why the program exited. */
    code: text().notNull(),
    method: text().notNull(),
    message: json<Message>().notNull(),
    /**
     * False if the failure was not the plugin's own, for example if the service that it uses
     * failed.
     */
    isOwn: boolean().notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('plugin_failures_plugin').on(t.pluginId, t.createdAt)],
)

export const pluginValues = table(
  'plugin_values',
  {
    pluginId: ofPlugin(),
    /** Connection ID of a user's own program, or empty for the shared program. */
    owner: text().notNull(),
    key: text().notNull(),
    /** The value as JSON. */
    value: text().notNull(),
    bytes: integer().notNull(),
    expiresAt: instant(),
    ...timestamps(),
  },
  (t) => [primaryKey({ columns: [t.pluginId, t.owner, t.key] })],
)
