import FeedReading

enum EntityNotices {
    static let e039 = NoticeDefinition.realtime(
        "E039", .error, in: "FeedEntity",
        summary: "An entity of a `FULL_DATASET` message has `is_deleted`.",
        why: "In such a message, entities are deleted by leaving them out.",
        fix: "Leave the entity out.")
    static let noID = NoticeDefinition.realtime(
        "rt_no_entity_id", .error, in: "FeedEntity", also: ["T-entity-id"],
        summary: "An entity has no `id`.",
        why: "The schema requires it, so strict libraries drop the whole message.",
        fix: "Give each entity an id.")
    static let payload = NoticeDefinition.realtime(
        "rt_entity_payload", .error, in: "FeedEntity",
        also: ["S001", "T-entity-empty", "A-schema"],
        summary: "An entity is empty, or has more than one thing in it.",
        why: "Apps read only one of them, or none.",
        fix: "Give each trip update, vehicle and alert an entity of its own.")
    static let duplicateID = NoticeDefinition.realtime(
        "rt_duplicate_entity_id", .warning, in: "FeedEntity", also: ["S002"],
        summary: "Two entities have the same `id`.",
        why: "Apps that keep entities by id lose one of them.",
        fix: "Give each entity its own id.")
    static let changedID = NoticeDefinition.realtime(
        "rt_entity_id_changed", .warning, in: "FeedEntity", also: ["P002"],
        summary: "The entity of a trip does not have the same `id` as in the previous message.",
        why: "Apps that follow entities by id see one vanish and another appear.",
        fix: "Keep the id of an entity for as long as its trip runs.")

    static let all = [e039, noID, payload, duplicateID, changedID]
}
