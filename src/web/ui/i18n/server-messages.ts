/**
 * Server messages in the interface language, with their part of the catalog. Errors of requests
 * bring it themselves (api/client.ts), and reasons of recommendations are in the shared part: for
 * these, import message-text.ts.
 */
import { needPart } from './catalogue-parts'

needPart('server')

export * from './message-text'
