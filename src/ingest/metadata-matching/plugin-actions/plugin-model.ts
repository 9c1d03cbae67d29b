/** Providers as represented in the plugin operations of the API. */
import { MessageView } from '../../../platform/http/message-shapes'
import {
  anyText,
  boolean,
  either,
  id,
  list,
  literal,
  long,
  named,
  nullable,
  oneOf,
  optional,
  shape,
  type Static,
  text,
  unknown,
} from '../../../platform/http/shapes'

export const ActionsQuery = shape({
  scope: text(50, {
    minLength: 1,
    description: 'Place in the interface, such as series:detail, series:bulk or book:detail',
  }),
  libraryId: optional(id('Only providers that this library uses')),
})

export const ActionsView = named('PluginActions', {
  scope: anyText(),
  actions: list(
    named('PluginAction', {
      pluginId: id(),
      pluginName: anyText(),
      pluginDisplayName: anyText(),
      actionType: anyText(),
      label: anyText(),
      searchUriTemplate: nullable(anyText()),
      libraryIds: list(id(), { description: 'IDs of the libraries; empty means all libraries' }),
      capabilities: named('PluginCapabilities', {
        metadataProvider: list(oneOf(['series', 'book'])),
        externalIdSource: nullable(anyText()),
      }),
    }),
  ),
})
export type ActionsView = Static<typeof ActionsView>

export const WebLinksView = named('PluginWebLinks', {
  providers: list(
    named('WebLinkProvider', {
      pluginName: anyText(),
      displayName: anyText(),
      searchUrlTemplate: anyText({ description: 'URL that contains `{title}`' }),
      seriesLinks: list(
        named('WebLink', {
          source: anyText(),
          urlTemplate: anyText({ description: 'URL that contains `{id}`' }),
        }),
      ),
    }),
  ),
})
export type WebLinksView = Static<typeof WebLinksView>

const MetadataAction = named('PluginMetadataAction', {
  metadata: shape({
    action: oneOf(['search', 'get', 'match']),
    contentType: oneOf(['series', 'book']),
    params: optional(
      shape({
        title: optional(text(200, { minLength: 1 })),
        author: optional(text(200, { minLength: 1, description: 'Author of a book' })),
        isbn: optional(text(20, { minLength: 10, description: 'ISBN of a book' })),
        externalId: optional(
          text(200, {
            minLength: 1,
            description: "ID in the provider's catalog, for the action `get`",
          }),
        ),
      }),
    ),
  }),
})
export const ExecuteBody = named('ExecutePlugin', {
  action: either(MetadataAction, literal('ping')),
})
export type ExecuteBody = Static<typeof ExecuteBody>

export const ExecuteView = named('ExecutePluginResult', {
  success: boolean(),
  latencyMs: long(),
  error: nullable(anyText()),
  problem: nullable(MessageView, { description: 'Reason for the failure' }),
  result: unknown(),
})
export type ExecuteView = Static<typeof ExecuteView>
