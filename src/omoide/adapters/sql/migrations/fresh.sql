-- The tables of a new home at step 0026;

CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);

CREATE TABLE personas (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	name TEXT NOT NULL, 
	folded TEXT NOT NULL, 
	language VARCHAR(2) NOT NULL, 
	timezone TEXT NOT NULL, 
	created BIGINT NOT NULL, is_language_open BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT uq_personas_folded UNIQUE (folded)
);

CREATE TABLE settings (
	persona_id INTEGER NOT NULL, 
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	CONSTRAINT pk_settings PRIMARY KEY (persona_id, "key"), 
	CONSTRAINT fk_settings_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE TABLE events (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	created BIGINT NOT NULL, 
	source TEXT NOT NULL, 
	client_id TEXT NOT NULL, 
	session_id TEXT NOT NULL, 
	user_text TEXT NOT NULL, 
	assistant_text TEXT, 
	image_summaries TEXT, 
	idempotency_key TEXT, origin TEXT, 
	CONSTRAINT fk_events_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT uq_events_persona_id_idempotency_key UNIQUE (persona_id, idempotency_key)
);

CREATE INDEX ix_events_persona_id_id ON events (persona_id, id);

CREATE INDEX ix_events_persona_id_created_id ON events (persona_id, created, id);

CREATE INDEX ix_events_persona_id_session_id_id ON events (persona_id, session_id, id);

CREATE TABLE event_completions (
	event_id INTEGER NOT NULL, 
	assistant_text TEXT NOT NULL, 
	completed BIGINT NOT NULL, 
	CONSTRAINT pk_event_completions PRIMARY KEY (event_id), 
	CONSTRAINT fk_event_completions_event_id FOREIGN KEY(event_id) REFERENCES events (id)
);

CREATE TABLE event_annotations (
	event_id INTEGER NOT NULL, 
	about_start BIGINT, 
	about_end BIGINT, 
	about_year_start INTEGER, 
	about_year_end INTEGER, 
	life_stage TEXT NOT NULL, 
	about_time_confidence FLOAT NOT NULL, 
	CONSTRAINT pk_event_annotations PRIMARY KEY (event_id), 
	CONSTRAINT fk_event_annotations_event_id FOREIGN KEY(event_id) REFERENCES events (id)
);

CREATE TABLE event_mentions (
	event_id INTEGER NOT NULL, 
	ordinal SMALLINT NOT NULL, 
	kind TEXT NOT NULL, 
	name TEXT NOT NULL, 
	confidence FLOAT NOT NULL, 
	CONSTRAINT pk_event_mentions PRIMARY KEY (event_id, ordinal), 
	CONSTRAINT fk_event_mentions_event_id FOREIGN KEY(event_id) REFERENCES events (id)
);

CREATE INDEX ix_event_mentions_name ON event_mentions (name);

CREATE TABLE passages (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	item_id INTEGER NOT NULL, 
	side TEXT NOT NULL, 
	part SMALLINT NOT NULL, 
	created BIGINT NOT NULL, 
	text TEXT NOT NULL, 
	hash BLOB NOT NULL, 
	CONSTRAINT fk_passages_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT uq_passages_kind_item_id_side_part UNIQUE (kind, item_id, side, part)
);

CREATE INDEX ix_passages_persona_id_id ON passages (persona_id, id);

CREATE INDEX ix_passages_persona_id_hash ON passages (persona_id, hash);

CREATE TABLE embedding_spaces (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	"key" TEXT NOT NULL, 
	name TEXT NOT NULL, 
	dims INTEGER NOT NULL, 
	fingerprint TEXT NOT NULL, 
	CONSTRAINT uq_embedding_spaces_key UNIQUE ("key")
);

CREATE TABLE vectors (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	space_id INTEGER NOT NULL, 
	passage_id INTEGER NOT NULL, 
	data BLOB NOT NULL, 
	CONSTRAINT fk_vectors_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT fk_vectors_space_id FOREIGN KEY(space_id) REFERENCES embedding_spaces (id), 
	CONSTRAINT fk_vectors_passage_id FOREIGN KEY(passage_id) REFERENCES passages (id), 
	CONSTRAINT uq_vectors_space_id_passage_id UNIQUE (space_id, passage_id)
);

CREATE INDEX ix_vectors_space_id_persona_id_id ON vectors (space_id, persona_id, id);

CREATE TABLE embedding_progress (
	persona_id INTEGER NOT NULL, 
	space_id INTEGER NOT NULL, 
	passage_id INTEGER NOT NULL, 
	CONSTRAINT pk_embedding_progress PRIMARY KEY (persona_id, space_id), 
	CONSTRAINT fk_embedding_progress_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT fk_embedding_progress_space_id FOREIGN KEY(space_id) REFERENCES embedding_spaces (id)
);

CREATE TRIGGER events_refuse_replace BEFORE INSERT ON events WHEN EXISTS (SELECT 1 FROM events WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'events are append-only: REPLACE refused'); END;

CREATE TRIGGER event_completions_refuse_replace BEFORE INSERT ON event_completions WHEN EXISTS (SELECT 1 FROM event_completions WHERE event_id = NEW.event_id) BEGIN SELECT RAISE(ABORT, 'event_completions are append-only: REPLACE refused'); END;

CREATE VIRTUAL TABLE passage_tokens USING fts5(tokens, content='', detail=none, tokenize="ascii tokenchars '_.@-:/&+#'");

CREATE TABLE memories (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	event_id INTEGER, 
	label TEXT NOT NULL, 
	session_id TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	memory_days FLOAT NOT NULL, 
	recalls_since_last_batch INTEGER NOT NULL, 
	recall_count INTEGER NOT NULL, 
	emotional_intensity SMALLINT NOT NULL, 
	emotional_valence TEXT NOT NULL, 
	emotional_arousal SMALLINT NOT NULL, 
	emotional_tags TEXT NOT NULL, 
	decay_coefficient FLOAT NOT NULL, 
	category TEXT NOT NULL, 
	current_level SMALLINT NOT NULL, 
	retention_score FLOAT NOT NULL, 
	archived_at BIGINT, 
	protected BOOLEAN NOT NULL, 
	revival_requested_at BIGINT, 
	kept_until BIGINT, 
	faded_through BIGINT NOT NULL, 
	hand INTEGER NOT NULL, 
	tick INTEGER NOT NULL, 
	CONSTRAINT fk_memories_event_id FOREIGN KEY(event_id) REFERENCES events (id), 
	CONSTRAINT fk_memories_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT uq_memories_persona_id_event_id UNIQUE (persona_id, event_id), 
	CONSTRAINT uq_memories_persona_id_label UNIQUE (persona_id, label)
);

CREATE INDEX ix_memories_persona_id_created ON memories (persona_id, created);

CREATE INDEX ix_memories_persona_id_tick ON memories (persona_id, tick);

CREATE TABLE memory_texts (
	memory_id INTEGER NOT NULL, 
	"trigger" TEXT NOT NULL, 
	content TEXT NOT NULL, 
	keywords TEXT NOT NULL, 
	summary_trigger TEXT, 
	summary_content TEXT, 
	trace_trigger TEXT, 
	trace_content TEXT, 
	told_by TEXT NOT NULL, 
	CONSTRAINT pk_memory_texts PRIMARY KEY (memory_id), 
	CONSTRAINT fk_memory_texts_memory_id FOREIGN KEY(memory_id) REFERENCES memories (id) ON DELETE CASCADE
);

CREATE TABLE memory_relations (
	source_id INTEGER NOT NULL, 
	target_id INTEGER NOT NULL, 
	kind SMALLINT NOT NULL, 
	persona_id INTEGER NOT NULL, 
	similarity FLOAT NOT NULL, 
	CONSTRAINT pk_memory_relations PRIMARY KEY (source_id, target_id, kind), 
	CONSTRAINT fk_memory_relations_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT fk_memory_relations_source_id FOREIGN KEY(source_id) REFERENCES memories (id) ON DELETE CASCADE, 
	CONSTRAINT fk_memory_relations_target_id FOREIGN KEY(target_id) REFERENCES memories (id) ON DELETE CASCADE
);

CREATE INDEX ix_memory_relations_persona_id ON memory_relations (persona_id);

CREATE INDEX ix_memory_relations_target_id ON memory_relations (target_id);

CREATE TABLE memory_history (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	memory_id INTEGER NOT NULL, 
	night_id INTEGER, 
	at BIGINT NOT NULL, 
	cause TEXT NOT NULL, 
	level_before SMALLINT, 
	level_after SMALLINT, 
	retention_score FLOAT NOT NULL, 
	trigger_before TEXT, 
	content_before TEXT, 
	row_before TEXT, buried_as TEXT, 
	CONSTRAINT fk_memory_history_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE INDEX ix_memory_history_night_id ON memory_history (night_id);

CREATE INDEX ix_memory_history_persona_id_memory_id_id ON memory_history (persona_id, memory_id, id);

CREATE TABLE nights (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	until BIGINT NOT NULL, 
	began BIGINT NOT NULL, 
	ended BIGINT, 
	phase TEXT NOT NULL, 
	done INTEGER NOT NULL, 
	"before" BLOB, 
	relations BLOB, 
	report TEXT, 
	CONSTRAINT fk_nights_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE INDEX ix_nights_persona_id_id ON nights (persona_id, id);

CREATE TABLE protection_claims (
	memory_id INTEGER NOT NULL, 
	persona_id INTEGER NOT NULL, 
	asked_at BIGINT NOT NULL, 
	CONSTRAINT pk_protection_claims PRIMARY KEY (memory_id), 
	CONSTRAINT fk_protection_claims_memory_id FOREIGN KEY(memory_id) REFERENCES memories (id) ON DELETE CASCADE, 
	CONSTRAINT fk_protection_claims_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE INDEX ix_protection_claims_persona_id ON protection_claims (persona_id);

CREATE TABLE session_feelings (
	persona_id INTEGER NOT NULL, 
	session_id TEXT NOT NULL, 
	valence TEXT NOT NULL, 
	arousal SMALLINT NOT NULL, 
	tags TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_session_feelings PRIMARY KEY (persona_id, session_id), 
	CONSTRAINT fk_session_feelings_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE TABLE memory_recalls (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	memory_id INTEGER NOT NULL, 
	session_id TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT fk_memory_recalls_memory_id FOREIGN KEY(memory_id) REFERENCES memories (id) ON DELETE CASCADE, 
	CONSTRAINT fk_memory_recalls_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE INDEX ix_memory_recalls_memory_id ON memory_recalls (memory_id);

CREATE INDEX ix_memory_recalls_persona_id_session_id_id ON memory_recalls (persona_id, session_id, id);

CREATE TABLE memory_skips (
	event_id INTEGER NOT NULL, 
	persona_id INTEGER NOT NULL, 
	reason TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_memory_skips PRIMARY KEY (event_id), 
	CONSTRAINT fk_memory_skips_event_id FOREIGN KEY(event_id) REFERENCES events (id), 
	CONSTRAINT fk_memory_skips_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE INDEX ix_memory_skips_persona_id ON memory_skips (persona_id);

CREATE TABLE memory_ticks (
	persona_id INTEGER NOT NULL, 
	tick INTEGER NOT NULL, 
	CONSTRAINT pk_memory_ticks PRIMARY KEY (persona_id), 
	CONSTRAINT fk_memory_ticks_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE TABLE answers (
	"key" TEXT NOT NULL, 
	persona_id INTEGER, 
	ask TEXT NOT NULL, 
	model TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	answer TEXT, 
	refusal TEXT, 
	CONSTRAINT pk_answers PRIMARY KEY ("key"), 
	CONSTRAINT fk_answers_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE INDEX ix_answers_created ON answers (created);

CREATE INDEX ix_answers_persona_id ON answers (persona_id);

CREATE TABLE ledger (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	at BIGINT NOT NULL, 
	persona_id INTEGER, 
	purpose TEXT NOT NULL, 
	model TEXT NOT NULL, 
	input_tokens INTEGER NOT NULL, 
	output_tokens INTEGER NOT NULL, 
	cache_read_tokens INTEGER NOT NULL, 
	cache_write_tokens INTEGER NOT NULL, 
	nano_usd BIGINT, 
	latency_ms INTEGER NOT NULL, 
	outcome TEXT NOT NULL, 
	batched BOOLEAN NOT NULL, 
	CONSTRAINT fk_ledger_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE INDEX ix_ledger_at ON ledger (at);

CREATE TABLE prices (
	model TEXT NOT NULL, 
	input_usd FLOAT NOT NULL, 
	output_usd FLOAT NOT NULL, 
	cache_read_usd FLOAT, 
	cache_write_usd FLOAT, 
	batch_factor FLOAT NOT NULL, 
	CONSTRAINT pk_prices PRIMARY KEY (model)
);

CREATE TABLE text_vectors (
	space TEXT NOT NULL, 
	hash BLOB NOT NULL, 
	data BLOB NOT NULL, 
	created BIGINT NOT NULL, 
	CONSTRAINT pk_text_vectors PRIMARY KEY (space, hash)
);

CREATE INDEX ix_text_vectors_created ON text_vectors (created);

CREATE TABLE answer_batches (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	model TEXT NOT NULL, 
	handle TEXT NOT NULL, 
	created BIGINT NOT NULL
);

CREATE TABLE answer_batch_items (
	"key" TEXT NOT NULL, 
	batch_id INTEGER NOT NULL, 
	persona_id INTEGER, 
	ask TEXT NOT NULL, 
	whole TEXT, 
	number INTEGER, 
	CONSTRAINT pk_answer_batch_items PRIMARY KEY ("key"), 
	CONSTRAINT fk_answer_batch_items_batch_id FOREIGN KEY(batch_id) REFERENCES answer_batches (id), 
	CONSTRAINT fk_answer_batch_items_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE INDEX ix_answer_batch_items_batch_id ON answer_batch_items (batch_id);

CREATE INDEX ix_events_persona_id_client_id_created_id ON events (persona_id, client_id, created, id);

CREATE TABLE states (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	body TEXT NOT NULL, 
	payload TEXT NOT NULL, 
	about TEXT NOT NULL, 
	confidence FLOAT NOT NULL, 
	valid_from BIGINT, 
	valid_to BIGINT, 
	last_confirmed BIGINT, 
	settled BIGINT, 
	struck_out TEXT, 
	version INTEGER NOT NULL, candidate BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT fk_states_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE INDEX ix_states_persona_id_about_last_confirmed ON states (persona_id, about, last_confirmed);

CREATE UNIQUE INDEX uq_states_one_mood ON states (persona_id) WHERE kind = 'long_mood_state';

CREATE TABLE state_entities (
	state_id INTEGER NOT NULL, 
	ordinal SMALLINT NOT NULL, 
	kind TEXT NOT NULL, 
	name TEXT NOT NULL, 
	confidence FLOAT NOT NULL, 
	CONSTRAINT pk_state_entities PRIMARY KEY (state_id, ordinal), 
	CONSTRAINT fk_state_entities_state_id FOREIGN KEY(state_id) REFERENCES states (id)
);

CREATE INDEX ix_state_entities_name ON state_entities (name);

CREATE TABLE preferences (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	domain TEXT NOT NULL, 
	polarity TEXT NOT NULL, 
	subject TEXT NOT NULL, 
	"key" TEXT NOT NULL, 
	status TEXT NOT NULL, 
	note TEXT NOT NULL, 
	confidence FLOAT NOT NULL, 
	last_confirmed BIGINT, 
	settled BIGINT, 
	version INTEGER NOT NULL, 
	CONSTRAINT fk_preferences_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT uq_preferences_persona_id_key_polarity_domain UNIQUE (persona_id, "key", polarity, domain)
);

CREATE TABLE revisions (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	target TEXT NOT NULL, 
	target_id INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	origin TEXT NOT NULL, 
	"before" TEXT, 
	"after" TEXT NOT NULL, 
	reason TEXT NOT NULL, 
	CONSTRAINT fk_revisions_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT uq_revisions_target_target_id_version UNIQUE (target, target_id, version)
);

CREATE INDEX ix_revisions_persona_id_target_at ON revisions (persona_id, target, at);

CREATE TABLE revision_evidence (
	revision_id INTEGER NOT NULL, 
	event_id INTEGER NOT NULL, 
	CONSTRAINT pk_revision_evidence PRIMARY KEY (revision_id, event_id), 
	CONSTRAINT fk_revision_evidence_revision_id FOREIGN KEY(revision_id) REFERENCES revisions (id), 
	CONSTRAINT fk_revision_evidence_event_id FOREIGN KEY(event_id) REFERENCES events (id)
);

CREATE INDEX ix_revision_evidence_event_id ON revision_evidence (event_id);

CREATE TABLE event_links (
	event_id INTEGER NOT NULL, 
	to_event_id INTEGER NOT NULL, 
	label TEXT NOT NULL, 
	confidence FLOAT NOT NULL, 
	CONSTRAINT pk_event_links PRIMARY KEY (event_id, to_event_id, label), 
	CONSTRAINT fk_event_links_event_id FOREIGN KEY(event_id) REFERENCES events (id), 
	CONSTRAINT fk_event_links_to_event_id FOREIGN KEY(to_event_id) REFERENCES events (id)
);

CREATE INDEX ix_event_links_to_event_id ON event_links (to_event_id);

CREATE TABLE event_threads (
	event_id INTEGER NOT NULL, 
	thread_key TEXT NOT NULL, 
	persona_id INTEGER NOT NULL, 
	confidence FLOAT NOT NULL, 
	CONSTRAINT pk_event_threads PRIMARY KEY (event_id, thread_key), 
	CONSTRAINT fk_event_threads_event_id FOREIGN KEY(event_id) REFERENCES events (id), 
	CONSTRAINT fk_event_threads_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE INDEX ix_event_threads_persona_id_thread_key_event_id ON event_threads (persona_id, thread_key, event_id);

CREATE TABLE event_affects (
	event_id INTEGER NOT NULL, 
	persona_id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	v FLOAT NOT NULL, 
	a FLOAT NOT NULL, 
	d FLOAT NOT NULL, 
	labels TEXT NOT NULL, 
	text TEXT NOT NULL, 
	confidence FLOAT NOT NULL, gravity FLOAT DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_event_affects PRIMARY KEY (event_id), 
	CONSTRAINT fk_event_affects_event_id FOREIGN KEY(event_id) REFERENCES events (id), 
	CONSTRAINT fk_event_affects_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE INDEX ix_event_affects_persona_id_at ON event_affects (persona_id, at);

CREATE TABLE emotion_log (
	event_id INTEGER NOT NULL, 
	ordinal SMALLINT NOT NULL, 
	persona_id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	category TEXT NOT NULL, 
	intensity FLOAT NOT NULL, 
	bonding TEXT NOT NULL, 
	CONSTRAINT pk_emotion_log PRIMARY KEY (event_id, ordinal), 
	CONSTRAINT fk_emotion_log_event_id FOREIGN KEY(event_id) REFERENCES events (id), 
	CONSTRAINT fk_emotion_log_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE INDEX ix_emotion_log_persona_id_at_event_id_ordinal ON emotion_log (persona_id, at, event_id, ordinal);

CREATE TABLE digestions (
	event_id INTEGER NOT NULL, 
	persona_id INTEGER NOT NULL, 
	outcome TEXT NOT NULL, 
	plan_key TEXT NOT NULL, 
	"by" TEXT NOT NULL, 
	reasons TEXT, 
	at BIGINT NOT NULL, 
	chat_turn INTEGER NOT NULL, 
	CONSTRAINT pk_digestions PRIMARY KEY (event_id), 
	CONSTRAINT fk_digestions_event_id FOREIGN KEY(event_id) REFERENCES events (id), 
	CONSTRAINT fk_digestions_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE INDEX ix_digestions_persona_id_chat_turn ON digestions (persona_id, chat_turn);

CREATE INDEX ix_digestions_persona_id_outcome ON digestions (persona_id, outcome);

CREATE TABLE tidyings (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	chat_turns INTEGER NOT NULL, 
	examined TEXT NOT NULL, 
	closed INTEGER NOT NULL, 
	duration_ms INTEGER NOT NULL, 
	CONSTRAINT fk_tidyings_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT uq_tidyings_persona_id_chat_turns UNIQUE (persona_id, chat_turns)
);

CREATE TABLE transcripts (
	persona_id INTEGER NOT NULL, 
	path_hash BLOB NOT NULL, 
	"offset" INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_transcripts PRIMARY KEY (persona_id, path_hash), 
	CONSTRAINT fk_transcripts_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE INDEX ix_vectors_passage_id ON vectors (passage_id);

CREATE INDEX ix_memory_history_persona_id_buried_as ON memory_history (persona_id, buried_as) WHERE buried_as IS NOT NULL;

CREATE TABLE undigested_events (
	persona_id INTEGER NOT NULL, 
	created BIGINT NOT NULL, 
	event_id INTEGER NOT NULL, 
	CONSTRAINT pk_undigested_events PRIMARY KEY (persona_id, created, event_id), 
	CONSTRAINT fk_undigested_events_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT fk_undigested_events_event_id FOREIGN KEY(event_id) REFERENCES events (id)
)
 WITHOUT ROWID

;

CREATE INDEX ix_undigested_events_event_id ON undigested_events (event_id);

CREATE TABLE erasures (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	session_hash BLOB, 
	events INTEGER NOT NULL, 
	scope TEXT NOT NULL, 
	persona_hash BLOB, 
	step SMALLINT NOT NULL, 
	note TEXT, 
	rows TEXT, 
	receipt TEXT, 
	digest TEXT
);

CREATE TABLE erased_events (
	event_id INTEGER NOT NULL, 
	erasure_id INTEGER NOT NULL, 
	persona_id INTEGER NOT NULL, 
	key_hash BLOB, 
	told_hash BLOB, 
	CONSTRAINT pk_erased_events PRIMARY KEY (event_id), 
	CONSTRAINT fk_erased_events_erasure_id FOREIGN KEY(erasure_id) REFERENCES erasures (id)
);

CREATE INDEX ix_erased_events_key_hash ON erased_events (key_hash);

CREATE INDEX ix_erased_events_told_hash ON erased_events (told_hash);

CREATE INDEX ix_erased_events_erasure_id ON erased_events (erasure_id);

CREATE TABLE event_redactions (
	event_id INTEGER NOT NULL, 
	erasure_id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_event_redactions PRIMARY KEY (event_id, erasure_id), 
	CONSTRAINT fk_event_redactions_event_id FOREIGN KEY(event_id) REFERENCES events (id), 
	CONSTRAINT fk_event_redactions_erasure_id FOREIGN KEY(erasure_id) REFERENCES erasures (id)
);

CREATE TABLE salts (
	name TEXT NOT NULL, 
	value BLOB NOT NULL, 
	CONSTRAINT pk_salts PRIMARY KEY (name)
);

CREATE INDEX ix_memories_event_id ON memories (event_id);

CREATE TRIGGER events_refuse_update BEFORE UPDATE ON events WHEN NOT EXISTS (SELECT 1 FROM event_redactions AS r JOIN erasures AS o ON o.id = r.erasure_id WHERE r.event_id = OLD.id AND o.step = 0) BEGIN SELECT RAISE(ABORT, 'events are append-only: UPDATE refused'); END;

CREATE TRIGGER events_refuse_delete BEFORE DELETE ON events WHEN NOT EXISTS (SELECT 1 FROM erased_events WHERE event_id = OLD.id) BEGIN SELECT RAISE(ABORT, 'events are append-only: DELETE refused'); END;

CREATE TRIGGER event_completions_refuse_update BEFORE UPDATE ON event_completions WHEN NOT EXISTS (SELECT 1 FROM event_redactions AS r JOIN erasures AS o ON o.id = r.erasure_id WHERE r.event_id = OLD.event_id AND o.step = 0) BEGIN SELECT RAISE(ABORT, 'event_completions are append-only: UPDATE refused'); END;

CREATE TRIGGER event_completions_only_texts BEFORE UPDATE OF event_id, completed ON event_completions BEGIN SELECT RAISE(ABORT, 'event_completions are append-only: UPDATE refused'); END;

CREATE TRIGGER event_completions_refuse_delete BEFORE DELETE ON event_completions WHEN NOT EXISTS (SELECT 1 FROM erased_events WHERE event_id = OLD.event_id) BEGIN SELECT RAISE(ABORT, 'event_completions are append-only: DELETE refused'); END;

CREATE INDEX ix_states_persona_id_kind_candidate_valid_to_last_confirmed ON states (persona_id, kind, candidate, valid_to, last_confirmed);

CREATE TABLE asked_candidates (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	state_id INTEGER, 
	preference_id INTEGER, 
	at BIGINT NOT NULL, 
	CONSTRAINT fk_asked_candidates_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT fk_asked_candidates_state_id FOREIGN KEY(state_id) REFERENCES states (id), 
	CONSTRAINT fk_asked_candidates_preference_id FOREIGN KEY(preference_id) REFERENCES preferences (id)
);

CREATE INDEX ix_asked_candidates_persona_id_at ON asked_candidates (persona_id, at);

CREATE INDEX ix_asked_candidates_state_id ON asked_candidates (state_id);

CREATE INDEX ix_asked_candidates_preference_id ON asked_candidates (preference_id);

CREATE TABLE notes (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	period TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	changed BIGINT NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT fk_notes_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT uq_notes_persona_id_kind_period UNIQUE (persona_id, kind, period)
);

CREATE TABLE note_revisions (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	note_id INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	author TEXT NOT NULL, 
	act TEXT NOT NULL, 
	reason TEXT NOT NULL, 
	start INTEGER NOT NULL, 
	removed INTEGER NOT NULL, 
	added TEXT NOT NULL, 
	CONSTRAINT fk_note_revisions_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT fk_note_revisions_note_id FOREIGN KEY(note_id) REFERENCES notes (id), 
	CONSTRAINT uq_note_revisions_note_id_version UNIQUE (note_id, version)
);

CREATE INDEX ix_note_revisions_persona_id ON note_revisions (persona_id);

CREATE TABLE episodes (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	label TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	slot TEXT NOT NULL, 
	first_day TEXT NOT NULL, 
	last_day TEXT NOT NULL, 
	arousal FLOAT NOT NULL, 
	arousal_max FLOAT NOT NULL, 
	created BIGINT NOT NULL, 
	fingerprint TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	original_count INTEGER NOT NULL, 
	week_id INTEGER, 
	details TEXT NOT NULL, 
	CONSTRAINT fk_episodes_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT fk_episodes_week_id FOREIGN KEY(week_id) REFERENCES episodes (id), 
	CONSTRAINT uq_episodes_persona_id_label UNIQUE (persona_id, label), 
	CONSTRAINT uq_episodes_persona_id_slot UNIQUE (persona_id, slot)
);

CREATE INDEX ix_episodes_persona_id_first_day ON episodes (persona_id, first_day);

CREATE INDEX ix_episodes_week_id ON episodes (week_id);

CREATE TABLE episode_texts (
	episode_id INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	sentences TEXT NOT NULL, 
	"by" TEXT NOT NULL, 
	made BIGINT NOT NULL, 
	is_failure BOOLEAN NOT NULL, 
	CONSTRAINT pk_episode_texts PRIMARY KEY (episode_id, version), 
	CONSTRAINT fk_episode_texts_episode_id FOREIGN KEY(episode_id) REFERENCES episodes (id)
);

CREATE TABLE episode_events (
	episode_id INTEGER NOT NULL, 
	event_id INTEGER NOT NULL, 
	CONSTRAINT pk_episode_events PRIMARY KEY (episode_id, event_id), 
	CONSTRAINT fk_episode_events_episode_id FOREIGN KEY(episode_id) REFERENCES episodes (id), 
	CONSTRAINT fk_episode_events_event_id FOREIGN KEY(event_id) REFERENCES events (id)
);

CREATE INDEX ix_episode_events_event_id ON episode_events (event_id);

CREATE TABLE episode_resonances (
	event_id INTEGER NOT NULL, 
	episode_id INTEGER NOT NULL, 
	resonance FLOAT NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_episode_resonances PRIMARY KEY (event_id, episode_id), 
	CONSTRAINT fk_episode_resonances_event_id FOREIGN KEY(event_id) REFERENCES events (id), 
	CONSTRAINT fk_episode_resonances_episode_id FOREIGN KEY(episode_id) REFERENCES episodes (id)
);

CREATE INDEX ix_episode_resonances_episode_id ON episode_resonances (episode_id);

CREATE TABLE entities (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	text TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	created BIGINT NOT NULL, 
	changed BIGINT NOT NULL, 
	archived BIGINT, 
	merged_into INTEGER, 
	consolidated TEXT NOT NULL, 
	CONSTRAINT fk_entities_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT fk_entities_merged_into FOREIGN KEY(merged_into) REFERENCES entities (id)
);

CREATE INDEX ix_entities_persona_id ON entities (persona_id);

CREATE INDEX ix_entities_merged_into ON entities (merged_into);

CREATE TABLE entity_names (
	persona_id INTEGER NOT NULL, 
	"key" TEXT NOT NULL, 
	entity_id INTEGER NOT NULL, 
	ordinal SMALLINT NOT NULL, 
	name TEXT NOT NULL, 
	CONSTRAINT pk_entity_names PRIMARY KEY (persona_id, "key"), 
	CONSTRAINT fk_entity_names_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT fk_entity_names_entity_id FOREIGN KEY(entity_id) REFERENCES entities (id)
);

CREATE INDEX ix_entity_names_entity_id ON entity_names (entity_id);

CREATE TABLE entity_revisions (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	entity_id INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	author TEXT NOT NULL, 
	act TEXT NOT NULL, 
	reason TEXT NOT NULL, 
	start INTEGER NOT NULL, 
	removed INTEGER NOT NULL, 
	added TEXT NOT NULL, 
	names TEXT NOT NULL, 
	CONSTRAINT fk_entity_revisions_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT fk_entity_revisions_entity_id FOREIGN KEY(entity_id) REFERENCES entities (id), 
	CONSTRAINT uq_entity_revisions_entity_id_version UNIQUE (entity_id, version)
);

CREATE INDEX ix_entity_revisions_persona_id ON entity_revisions (persona_id);

CREATE TABLE entity_evidence (
	entity_id INTEGER NOT NULL, 
	line TEXT NOT NULL, 
	event_id INTEGER NOT NULL, 
	CONSTRAINT pk_entity_evidence PRIMARY KEY (entity_id, line, event_id), 
	CONSTRAINT fk_entity_evidence_entity_id FOREIGN KEY(entity_id) REFERENCES entities (id), 
	CONSTRAINT fk_entity_evidence_event_id FOREIGN KEY(event_id) REFERENCES events (id)
);

CREATE INDEX ix_entity_evidence_event_id ON entity_evidence (event_id);

CREATE TABLE entity_proposals (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	"key" TEXT NOT NULL, 
	name TEXT NOT NULL, 
	kind TEXT, 
	status TEXT NOT NULL, 
	entity_id INTEGER, 
	days INTEGER NOT NULL, 
	sessions INTEGER NOT NULL, 
	uses INTEGER NOT NULL, 
	memory_ids TEXT NOT NULL, 
	draft TEXT NOT NULL, 
	"by" TEXT NOT NULL, 
	made BIGINT NOT NULL, 
	settled BIGINT, 
	CONSTRAINT fk_entity_proposals_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT fk_entity_proposals_entity_id FOREIGN KEY(entity_id) REFERENCES entities (id), 
	CONSTRAINT uq_entity_proposals_persona_id_key UNIQUE (persona_id, "key")
);

CREATE INDEX ix_entity_proposals_entity_id ON entity_proposals (entity_id);

CREATE TABLE entity_proposal_events (
	proposal_id INTEGER NOT NULL, 
	event_id INTEGER NOT NULL, 
	CONSTRAINT pk_entity_proposal_events PRIMARY KEY (proposal_id, event_id), 
	CONSTRAINT fk_entity_proposal_events_proposal_id FOREIGN KEY(proposal_id) REFERENCES entity_proposals (id), 
	CONSTRAINT fk_entity_proposal_events_event_id FOREIGN KEY(event_id) REFERENCES events (id)
);

CREATE INDEX ix_entity_proposal_events_event_id ON entity_proposal_events (event_id);

CREATE TABLE entity_tellings (
	persona_id INTEGER NOT NULL, 
	session_id TEXT NOT NULL, 
	proposal_id INTEGER NOT NULL, 
	ordinal SMALLINT NOT NULL, 
	line TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_entity_tellings PRIMARY KEY (persona_id, session_id, proposal_id), 
	CONSTRAINT fk_entity_tellings_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT fk_entity_tellings_proposal_id FOREIGN KEY(proposal_id) REFERENCES entity_proposals (id)
);

CREATE INDEX ix_entity_tellings_proposal_id ON entity_tellings (proposal_id);

CREATE TABLE topics (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	named_by TEXT NOT NULL, 
	nickname TEXT NOT NULL, 
	is_fixed BOOLEAN NOT NULL, 
	description TEXT NOT NULL, 
	summary TEXT NOT NULL, 
	told_by TEXT NOT NULL, 
	told_of TEXT NOT NULL, 
	told_size INTEGER NOT NULL, 
	created BIGINT NOT NULL, 
	archived_at BIGINT, told_at BIGINT, told_before TEXT, 
	CONSTRAINT fk_topics_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE INDEX ix_topics_persona_id ON topics (persona_id);

CREATE TABLE topic_members (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	topic_id INTEGER, 
	memory_id INTEGER, 
	episode_id INTEGER, 
	number INTEGER NOT NULL, 
	similarity FLOAT NOT NULL, 
	CONSTRAINT fk_topic_members_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT fk_topic_members_topic_id FOREIGN KEY(topic_id) REFERENCES topics (id), 
	CONSTRAINT fk_topic_members_memory_id FOREIGN KEY(memory_id) REFERENCES memories (id) ON DELETE CASCADE, 
	CONSTRAINT fk_topic_members_episode_id FOREIGN KEY(episode_id) REFERENCES episodes (id) ON DELETE CASCADE, 
	CONSTRAINT uq_topic_members_memory_id UNIQUE (memory_id), 
	CONSTRAINT uq_topic_members_episode_id UNIQUE (episode_id)
);

CREATE INDEX ix_topic_members_persona_id_number ON topic_members (persona_id, number);

CREATE INDEX ix_topic_members_topic_id ON topic_members (topic_id);

CREATE TABLE topic_centres (
	topic_id INTEGER NOT NULL, 
	space_id INTEGER NOT NULL, 
	persona_id INTEGER NOT NULL, 
	total BLOB NOT NULL, 
	count INTEGER NOT NULL, 
	anchor BLOB, 
	CONSTRAINT pk_topic_centres PRIMARY KEY (topic_id, space_id), 
	CONSTRAINT fk_topic_centres_topic_id FOREIGN KEY(topic_id) REFERENCES topics (id), 
	CONSTRAINT fk_topic_centres_space_id FOREIGN KEY(space_id) REFERENCES embedding_spaces (id), 
	CONSTRAINT fk_topic_centres_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE INDEX ix_topic_centres_persona_id ON topic_centres (persona_id);

CREATE TABLE topic_progress (
	persona_id INTEGER NOT NULL, 
	passage_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	tick INTEGER NOT NULL, hand INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_topic_progress PRIMARY KEY (persona_id), 
	CONSTRAINT fk_topic_progress_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE TABLE contexts (
	persona_id INTEGER NOT NULL, 
	session_id TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	day TEXT NOT NULL, 
	budget_tokens INTEGER NOT NULL, 
	counted_by TEXT NOT NULL, 
	language VARCHAR(2) NOT NULL, 
	text TEXT NOT NULL, 
	tokens INTEGER NOT NULL, 
	since BIGINT NOT NULL, 
	marks TEXT NOT NULL, 
	report TEXT NOT NULL, 
	used BIGINT NOT NULL, 
	CONSTRAINT pk_contexts PRIMARY KEY (persona_id, session_id), 
	CONSTRAINT fk_contexts_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE INDEX ix_contexts_persona_id_used ON contexts (persona_id, used);

CREATE TABLE context_blocks (
	persona_id INTEGER NOT NULL, 
	session_id TEXT NOT NULL, 
	position INTEGER NOT NULL, 
	fingerprint TEXT NOT NULL, 
	text TEXT NOT NULL, 
	tokens INTEGER NOT NULL, 
	marks TEXT NOT NULL, 
	report TEXT NOT NULL, 
	CONSTRAINT pk_context_blocks PRIMARY KEY (persona_id, session_id, position), 
	CONSTRAINT fk_context_blocks_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE TABLE documents (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	path TEXT NOT NULL, 
	format TEXT NOT NULL, 
	size INTEGER NOT NULL, 
	hash TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	last_version INTEGER NOT NULL, 
	characters INTEGER NOT NULL, 
	chunks INTEGER NOT NULL, 
	title TEXT NOT NULL, 
	encoding TEXT NOT NULL, 
	pages INTEGER, 
	left_out INTEGER NOT NULL, 
	added BIGINT NOT NULL, 
	changed BIGINT NOT NULL, 
	missing_since BIGINT, 
	CONSTRAINT fk_documents_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT uq_documents_persona_id_path UNIQUE (persona_id, path)
);

CREATE TABLE document_chunks (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	document_id INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	unit TEXT NOT NULL, 
	first INTEGER NOT NULL, 
	last INTEGER NOT NULL, 
	heading TEXT NOT NULL, 
	CONSTRAINT fk_document_chunks_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT fk_document_chunks_document_id FOREIGN KEY(document_id) REFERENCES documents (id)
);

CREATE INDEX ix_document_chunks_document_id_version ON document_chunks (document_id, version);

CREATE INDEX ix_document_chunks_persona_id ON document_chunks (persona_id);

CREATE TABLE document_sources (
	persona_id INTEGER NOT NULL, 
	path TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	added BIGINT NOT NULL, 
	CONSTRAINT pk_document_sources PRIMARY KEY (persona_id, path), 
	CONSTRAINT fk_document_sources_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE TABLE mood_points (
	event_id INTEGER NOT NULL, 
	persona_id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	baseline_v FLOAT NOT NULL, 
	baseline_a FLOAT NOT NULL, 
	baseline_d FLOAT NOT NULL, 
	light_up_v FLOAT NOT NULL, 
	light_up_a FLOAT NOT NULL, 
	light_up_d FLOAT NOT NULL, 
	light_down_v FLOAT NOT NULL, 
	light_down_a FLOAT NOT NULL, 
	light_down_d FLOAT NOT NULL, 
	grave_up_v FLOAT NOT NULL, 
	grave_up_a FLOAT NOT NULL, 
	grave_up_d FLOAT NOT NULL, 
	grave_down_v FLOAT NOT NULL, 
	grave_down_a FLOAT NOT NULL, 
	grave_down_d FLOAT NOT NULL, 
	CONSTRAINT pk_mood_points PRIMARY KEY (event_id), 
	CONSTRAINT fk_mood_points_event_id FOREIGN KEY(event_id) REFERENCES events (id), 
	CONSTRAINT fk_mood_points_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE INDEX ix_mood_points_persona_id_at_event_id ON mood_points (persona_id, at, event_id);

CREATE TABLE reminder_marks (
	state_id INTEGER NOT NULL, 
	due BIGINT NOT NULL, 
	slot TEXT NOT NULL, 
	persona_id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	session_id TEXT NOT NULL, 
	until BIGINT, 
	CONSTRAINT pk_reminder_marks PRIMARY KEY (state_id, due, slot), 
	CONSTRAINT fk_reminder_marks_state_id FOREIGN KEY(state_id) REFERENCES states (id), 
	CONSTRAINT fk_reminder_marks_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE INDEX ix_reminder_marks_persona_id_session_id ON reminder_marks (persona_id, session_id);

CREATE TABLE sleeps (
	id INTEGER NOT NULL, 
	persona_id INTEGER NOT NULL, 
	began BIGINT NOT NULL, 
	ended BIGINT, 
	by_itself BOOLEAN NOT NULL, 
	wanted TEXT NOT NULL, 
	CONSTRAINT pk_sleeps PRIMARY KEY (id), 
	CONSTRAINT fk_sleeps_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE INDEX ix_sleeps_persona_id_id ON sleeps (persona_id, id);

CREATE TABLE sleep_stages (
	sleep_id INTEGER NOT NULL, 
	stage TEXT NOT NULL, 
	persona_id INTEGER NOT NULL, 
	place INTEGER NOT NULL, 
	state TEXT NOT NULL, 
	items INTEGER NOT NULL, 
	total INTEGER NOT NULL, 
	seconds FLOAT NOT NULL, 
	nano_usd BIGINT NOT NULL, 
	why TEXT NOT NULL, began BIGINT, ended BIGINT, "before" TEXT, 
	CONSTRAINT pk_sleep_stages PRIMARY KEY (sleep_id, stage), 
	CONSTRAINT fk_sleep_stages_sleep_id FOREIGN KEY(sleep_id) REFERENCES sleeps (id), 
	CONSTRAINT fk_sleep_stages_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE TABLE recall_receipts (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	asked_by TEXT NOT NULL, 
	session_id TEXT NOT NULL, 
	client_id TEXT NOT NULL, 
	cue TEXT NOT NULL, 
	"plan" TEXT, 
	milliseconds FLOAT NOT NULL, 
	found INTEGER NOT NULL, 
	candidates TEXT NOT NULL, 
	CONSTRAINT fk_recall_receipts_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE INDEX ix_recall_receipts_persona_id_at_id ON recall_receipts (persona_id, at, id);

CREATE INDEX ix_recall_receipts_persona_id_session_id_at ON recall_receipts (persona_id, session_id, at);

CREATE TABLE recall_demotions (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	kind TEXT NOT NULL, 
	item TEXT NOT NULL, 
	cue TEXT NOT NULL, 
	space TEXT NOT NULL, 
	vector BLOB NOT NULL, 
	CONSTRAINT fk_recall_demotions_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE INDEX ix_recall_demotions_persona_id_id ON recall_demotions (persona_id, id);

CREATE TABLE reflections (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	day TEXT NOT NULL, 
	level SMALLINT NOT NULL, 
	at BIGINT NOT NULL, 
	"by" TEXT NOT NULL, 
	is_stale BOOLEAN NOT NULL, 
	CONSTRAINT fk_reflections_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT uq_reflections_persona_id_day UNIQUE (persona_id, day)
);

CREATE TABLE insights (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	slot TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	reflection_id INTEGER, 
	question_id INTEGER, 
	trigger_topic TEXT NOT NULL, 
	sentences TEXT NOT NULL, 
	strategy TEXT NOT NULL, 
	log_entry TEXT NOT NULL, 
	"by" TEXT NOT NULL, 
	CONSTRAINT fk_insights_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT fk_insights_reflection_id FOREIGN KEY(reflection_id) REFERENCES reflections (id), 
	CONSTRAINT uq_insights_persona_id_slot UNIQUE (persona_id, slot)
);

CREATE INDEX ix_insights_persona_id_created ON insights (persona_id, created);

CREATE INDEX ix_insights_reflection_id ON insights (reflection_id);

CREATE TABLE insight_events (
	insight_id INTEGER NOT NULL, 
	event_id INTEGER NOT NULL, 
	CONSTRAINT pk_insight_events PRIMARY KEY (insight_id, event_id), 
	CONSTRAINT fk_insight_events_insight_id FOREIGN KEY(insight_id) REFERENCES insights (id), 
	CONSTRAINT fk_insight_events_event_id FOREIGN KEY(event_id) REFERENCES events (id)
);

CREATE INDEX ix_insight_events_event_id ON insight_events (event_id);

CREATE TABLE goals (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	label TEXT NOT NULL, 
	term TEXT NOT NULL, 
	text TEXT NOT NULL, 
	priority SMALLINT NOT NULL, 
	author TEXT NOT NULL, 
	status TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	active_since BIGINT NOT NULL, 
	ended BIGINT, 
	ended_by TEXT, 
	reason TEXT NOT NULL, 
	question_id INTEGER, 
	is_told BOOLEAN NOT NULL, 
	version INTEGER NOT NULL, 
	CONSTRAINT fk_goals_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT uq_goals_persona_id_label UNIQUE (persona_id, label)
);

CREATE INDEX ix_goals_persona_id_status ON goals (persona_id, status);

CREATE TABLE goal_notes (
	goal_id INTEGER NOT NULL, 
	ordinal INTEGER NOT NULL, 
	persona_id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	author TEXT NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_goal_notes PRIMARY KEY (goal_id, ordinal), 
	CONSTRAINT fk_goal_notes_goal_id FOREIGN KEY(goal_id) REFERENCES goals (id), 
	CONSTRAINT fk_goal_notes_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE INDEX ix_goal_notes_persona_id ON goal_notes (persona_id);

CREATE TABLE goal_events (
	goal_id INTEGER NOT NULL, 
	event_id INTEGER NOT NULL, 
	CONSTRAINT pk_goal_events PRIMARY KEY (goal_id, event_id), 
	CONSTRAINT fk_goal_events_goal_id FOREIGN KEY(goal_id) REFERENCES goals (id), 
	CONSTRAINT fk_goal_events_event_id FOREIGN KEY(event_id) REFERENCES events (id)
);

CREATE INDEX ix_goal_events_event_id ON goal_events (event_id);

CREATE TABLE questions (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	persona_id INTEGER NOT NULL, 
	"key" TEXT NOT NULL, 
	topic TEXT NOT NULL, 
	context TEXT NOT NULL, 
	priority FLOAT NOT NULL, 
	source_date TEXT NOT NULL, 
	author TEXT NOT NULL, 
	status TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	answer TEXT NOT NULL, 
	answered_by TEXT, 
	resolved BIGINT, 
	conversion TEXT, 
	version INTEGER NOT NULL, 
	CONSTRAINT fk_questions_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id), 
	CONSTRAINT uq_questions_persona_id_key UNIQUE (persona_id, "key")
);

CREATE INDEX ix_questions_persona_id_status ON questions (persona_id, status);

CREATE TABLE question_events (
	question_id INTEGER NOT NULL, 
	event_id INTEGER NOT NULL, 
	is_answer BOOLEAN NOT NULL, 
	CONSTRAINT pk_question_events PRIMARY KEY (question_id, event_id, is_answer), 
	CONSTRAINT fk_question_events_question_id FOREIGN KEY(question_id) REFERENCES questions (id), 
	CONSTRAINT fk_question_events_event_id FOREIGN KEY(event_id) REFERENCES events (id)
);

CREATE INDEX ix_question_events_event_id ON question_events (event_id);

CREATE TABLE question_progress (
	persona_id INTEGER NOT NULL, 
	day TEXT NOT NULL, 
	CONSTRAINT pk_question_progress PRIMARY KEY (persona_id), 
	CONSTRAINT fk_question_progress_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE TABLE api_keys (
	id TEXT NOT NULL, 
	persona_id INTEGER, 
	scope TEXT NOT NULL, 
	digest BLOB NOT NULL, 
	created BIGINT NOT NULL, 
	expires BIGINT, 
	revoked BIGINT, 
	per_minute INTEGER, 
	CONSTRAINT pk_api_keys PRIMARY KEY (id), 
	CONSTRAINT fk_api_keys_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE INDEX ix_api_keys_persona_id ON api_keys (persona_id);

CREATE TABLE audit (
	id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, 
	at BIGINT NOT NULL, 
	key_id TEXT, 
	persona_id INTEGER, 
	method TEXT NOT NULL, 
	route TEXT NOT NULL, 
	status SMALLINT NOT NULL, 
	request_id TEXT NOT NULL, 
	CONSTRAINT fk_audit_persona_id FOREIGN KEY(persona_id) REFERENCES personas (id)
);

CREATE INDEX ix_audit_at ON audit (at);

CREATE INDEX ix_audit_persona_id_id ON audit (persona_id, id);

CREATE TRIGGER events_only_texts BEFORE UPDATE OF id, persona_id, created, source, client_id, session_id, idempotency_key, origin ON events BEGIN SELECT RAISE(ABORT, 'events are append-only: UPDATE refused'); END;

