/*
 * The state of a reply in Redis: a hash (`by`: the server that runs it and its claim, `state`, `said`) and a
 * stream of its events. The id of an entry is 0-N, with N as the number of its last event, so that Redis
 * itself rejects duplicates.
 *
 *     (nothing) ──claim──▶ running ──▶ ended
 *                             │  └────▶ again   (temporary failure without text, or its server failed before any text)
 *                             └───────▶ private (its events must not leave its server)
 *
 * A server that does not renew its lease is considered dead, and its further events of replies that were
 * closed are rejected.
 */

/**
 * Claims the reply for this server; returns whether it may run it. KEYS: hash, stream. ARGV: by, prefix of
 * leases, life in ms.
 */
export const CLAIM = `
local known = redis.call('HMGET', KEYS[1], 'by', 'state', 'said')
if known[1] and known[2] ~= 'again' then
  if known[2] == 'ended' or known[3] == '1' then return 0 end
  if redis.call('EXISTS', ARGV[2] .. string.match(known[1], '^%S+')) == 1 then return 0 end
end
redis.call('DEL', KEYS[2])
redis.call('HSET', KEYS[1], 'by', ARGV[1], 'state', 'running', 'said', '0')
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`

/**
 * Appends events of several replies. KEYS: hash and stream of each. ARGV of each: by, number of the first
 * event, of the last, the events, state, said, life in ms. Returns for each: 1 appended, 0 owned by another
 * server, 2 earlier events are missing in Redis.
 */
export const APPEND = `
local answers = {}
for i = 1, #KEYS / 2 do
  local hash, stream, at = KEYS[2 * i - 1], KEYS[2 * i], (i - 1) * 7
  local by = redis.call('HGET', hash, 'by')
  if by and by ~= ARGV[at + 1] then
    answers[i] = 0
  elseif not by and ARGV[at + 2] ~= '1' then
    answers[i] = 2
  else
    if ARGV[at + 4] ~= '' then redis.pcall('XADD', stream, '0-' .. ARGV[at + 3], 'events', ARGV[at + 4]) end
    redis.call('HSET', hash, 'by', ARGV[at + 1], 'state', ARGV[at + 5], 'said', ARGV[at + 6])
    redis.call('PEXPIRE', hash, ARGV[at + 7])
    redis.call('PEXPIRE', stream, ARGV[at + 7])
    redis.call('PUBLISH', stream, '')
    answers[i] = 1
  end
end
return answers`

/**
 * Returns the events after one. KEYS: hash, stream, mark of readers. ARGV: number of the last event known,
 * prefix of leases, life of the mark in ms. Returns nothing if there is no reply, else by, state, whether its
 * server is alive, entries.
 */
export const READ = `
local known = redis.call('HMGET', KEYS[1], 'by', 'state')
if not known[1] then return false end
redis.call('SET', KEYS[3], '1', 'PX', ARGV[3])
local lives = redis.call('EXISTS', ARGV[2] .. string.match(known[1], '^%S+'))
return { known[1], known[2], lives, redis.call('XRANGE', KEYS[2], '(0-' .. ARGV[1], '+', 'COUNT', 500) }`

/**
 * Ends a reply whose server failed. KEYS: hash, stream. ARGV: by as it was read, number of the last event,
 * the event of the end, prefix of leases, life in ms.
 */
export const CLOSE = `
local known = redis.call('HMGET', KEYS[1], 'by', 'state', 'said')
if known[1] ~= ARGV[1] or known[2] ~= 'running' then return 0 end
if redis.call('EXISTS', ARGV[4] .. string.match(known[1], '^%S+')) == 1 then return 0 end
if type(redis.pcall('XADD', KEYS[2], '0-' .. (ARGV[2] + 1), 'events', ARGV[3])) == 'table' then return 0 end
redis.call('HSET', KEYS[1], 'by', 'nobody -', 'state', known[3] == '1' and 'ended' or 'again')
redis.call('PEXPIRE', KEYS[1], ARGV[5])
redis.call('PEXPIRE', KEYS[2], ARGV[5])
redis.call('PUBLISH', KEYS[2], '')
return 1`
