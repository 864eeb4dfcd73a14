/**
 * Rises with every change of a schema that crosses the network; test/wire.test.ts holds the hashes.
 * 1  first contract: accounts, lessons, comments, tasks, sync
 * 2  contacts, calls that were made, handovers, uploads, devices, digest
 * 3  news, events; registration, links that let people in, the own profile, requests for help, books
 * 4  limits of a day, codes that an older phone does not know
 * 5  times with an offset; countries, phones and birthdays that exist; `name` in the table of people
 * 6  log-outs that name their session
 * 7  login links that their person can end and a manager confirms
 * 8  avatar by its documented call, colleagues by name
 * 9  working hours that change only the days they name
 * 10 references that do not exist, and records created twice, are refused at their field
 * 11 contacts in forms of any client, their photos by themselves
 * 12 employees with their log, for those who manage them
 * 13 own tickets by documented calls
 * 14 all contacts in one answer
 */
export const CONTRACT_VERSION = 14;

/**
 * Sent as X-Sync-Proto with every response: one without it does not come from our server (a captive portal, a proxy).
 */
export const SYNC_PROTO = 1;
