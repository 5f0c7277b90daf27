/// Examples about calendars and the validity of the feed.
extension NoticeExamples {
    static let service: [String: String] = [
        "big_gap_in_service": """
        calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        WEEK,1,1,1,1,1,0,0,20260105,20260130
        calendar_dates.txt
        service_id,date,exception_type
        WEEK,20260302,1
        (No service from 31 January to 1 March.)
        """,
        "expired_calendar": """
        calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        OLD,1,1,1,1,1,0,0,20250901,20251219
        (Validated on 2026-03-02.)
        """,
        "feed_expiration_date30_days": """
        feed_info.txt
        feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date
        Harbour Ferries,https://example.org,en,20260101,20260320
        (Validated on 2026-03-02.)
        """,
        "feed_expiration_date7_days": """
        feed_info.txt
        feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date
        Harbour Ferries,https://example.org,en,20260101,20260305
        (Validated on 2026-03-02.)
        """,
        "feed_valid_beyond_total_service_window": """
        feed_info.txt
        feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date
        Harbour Ferries,https://example.org,en,20260105,20261231
        calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        WEEK,1,1,1,1,1,0,0,20260105,20260626
        (The trips have no other service.)
        """,
        "future_calendar": """
        calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        SUMMER,1,1,1,1,1,0,0,20260601,20260828
        (The trips have no other service. Validated on 2026-03-02.)
        """,
        "future_feed": """
        feed_info.txt
        feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date
        Harbour Ferries,https://example.org,en,20260601,20260828
        (Validated on 2026-03-02.)
        """,
        "missing_feed_info_date": """
        feed_info.txt
        feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date
        Harbour Ferries,https://example.org,en,20260105,
        """,
        "service_extends_far_in_the_future": """
        calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        WEEK,1,1,1,1,1,0,0,20260105,20301231
        (Validated on 2026-03-02.)
        """,
        "service_has_no_active_day_of_the_week": """
        calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        FAIR,0,0,0,0,0,0,0,20260105,20260626
        """,
        "service_window_outside_feed_period": """
        feed_info.txt
        feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date
        Harbour Ferries,https://example.org,en,20260105,20260331
        calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        WEEK,1,1,1,1,1,0,0,20260105,20260626
        (A trip has service WEEK.)
        """,
        "trip_coverage_not_active_for_next7_days": """
        calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        WEEK,1,1,1,1,1,0,0,20260105,20260306
        (The trips have no other service. Validated on 2026-03-02.)
        """,
    ]
}
