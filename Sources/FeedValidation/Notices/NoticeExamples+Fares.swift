/// Examples about fares.
extension NoticeExamples {
    static let fares: [String: String] = [
        "duplicate_fare_media": """
        fare_media.txt
        fare_media_id,fare_media_name,fare_media_type
        CARD1,Bay Card,2
        CARD2,Bay Card,2
        """,
        "fare_product_with_multiple_default_rider_categories": """
        rider_categories.txt
        rider_category_id,rider_category_name,is_default_fare_category
        ADULT,Adult,1
        CHILD,Child,1
        fare_products.txt
        fare_product_id,rider_category_id,amount,currency
        SINGLE,ADULT,3.50,AUD
        SINGLE,CHILD,1.70,AUD
        """,
        "fare_transfer_rule_duration_limit_type_without_duration_limit": """
        fare_transfer_rules.txt
        from_leg_group_id,to_leg_group_id,duration_limit,duration_limit_type,fare_transfer_type
        BUS,FERRY,,1,0
        """,
        "fare_transfer_rule_duration_limit_without_type": """
        fare_transfer_rules.txt
        from_leg_group_id,to_leg_group_id,duration_limit,duration_limit_type,fare_transfer_type
        BUS,FERRY,3600,,0
        """,
        "fare_transfer_rule_invalid_transfer_count": """
        fare_transfer_rules.txt
        from_leg_group_id,to_leg_group_id,transfer_count,fare_transfer_type
        BUS,BUS,-2,0
        """,
        "fare_transfer_rule_with_forbidden_transfer_count": """
        fare_transfer_rules.txt
        from_leg_group_id,to_leg_group_id,transfer_count,fare_transfer_type
        BUS,FERRY,1,0
        """,
        "fare_transfer_rule_without_transfer_count": """
        fare_transfer_rules.txt
        from_leg_group_id,to_leg_group_id,transfer_count,fare_transfer_type
        BUS,BUS,,0
        """,
        "timeframe_only_start_or_end_time_specified": """
        timeframes.txt
        timeframe_group_id,start_time,end_time,service_id
        PEAK,06:30:00,,WEEK
        """,
        "timeframe_overlap": """
        timeframes.txt
        timeframe_group_id,start_time,end_time,service_id
        PEAK,06:30:00,10:00:00,WEEK
        PEAK,09:00:00,11:00:00,WEEK
        """,
        "timeframe_start_or_end_time_greater_than_twenty_four_hours": """
        timeframes.txt
        timeframe_group_id,start_time,end_time,service_id
        NIGHT,22:00:00,26:00:00,WEEK
        """,
    ]
}
